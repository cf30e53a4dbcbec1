/* Literal reference for spec/hexline.md.  Slow on purpose.
 *
 *   hexline < blocks
 *   hexline --pruning no < blocks   plain minimax without alpha-beta
 *   hexline --perft N < blocks
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int map[12][12]; /* map[x][y] */
static int pruning = 1;

typedef struct {
    int x, y, length, direction;
} Line;

static int neighbour(int *x, int *y, int direction)
{
    if (*y % 2 != 0) {
        switch (direction) {
        case 1: *y -= 1; break;
        case 2: *x += 1; *y -= 1; break;
        case 3: *x -= 1; break;
        case 4: *x += 1; break;
        case 5: *y += 1; break;
        case 6: *x += 1; *y += 1; break;
        }
    } else {
        switch (direction) {
        case 1: *x -= 1; *y -= 1; break;
        case 2: *y -= 1; break;
        case 3: *x -= 1; break;
        case 4: *x += 1; break;
        case 5: *x -= 1; *y += 1; break;
        case 6: *y += 1; break;
        }
    }
    return *x >= 0 && *x < 12 && *y >= 0 && *y < 12;
}

static int free_cells(void)
{
    int n = 0;
    for (int x = 0; x < 12; x++)
        for (int y = 0; y < 12; y++)
            n += map[x][y] == 0;
    return n;
}

static int is_free_line(Line l)
{
    int x = l.x, y = l.y;
    if (map[x][y] != 0)
        return 0;
    for (int i = 1; i < l.length; i++)
        if (!neighbour(&x, &y, l.direction) || map[x][y] != 0)
            return 0;
    return 1;
}

static void mark(Line l, int what)
{
    int x = l.x, y = l.y;
    map[x][y] = what;
    for (int i = 1; i < l.length; i++) {
        neighbour(&x, &y, l.direction);
        map[x][y] = what;
    }
}

enum { MOST_MOVES = 144 * 13 };

static int moves(Line *out)
{
    int n = 0;
    for (int x = 0; x < 12; x++)
        for (int y = 0; y < 12; y++) {
            if (map[x][y] != 0)
                continue;
            out[n++] = (Line){x, y, 1, 1};
            for (int length = 2; length <= 3; length++)
                for (int direction = 1; direction <= 6; direction++) {
                    Line l = {x, y, length, direction};
                    if (is_free_line(l))
                        out[n++] = l;
                }
        }
    return n;
}

/* The value of a leaf for the player who has just moved. */
static int leaf(int n_free)
{
    if (n_free == 0)
        return -1000;
    if (n_free <= 5)
        return n_free % 2 != 0 ? +1000 : -1000;
    return 0;
}

/* The value for the root's player. */
static int value(int to_move, int root, int depth, int alpha, int beta)
{
    int n_free = free_cells();
    if (depth == 0 || n_free == 0)
        return to_move != root ? leaf(n_free) : -leaf(n_free);
    Line list[MOST_MOVES];
    int n = moves(list);
    int best = to_move == root ? -1000000 : +1000000;
    for (int i = 0; i < n; i++) {
        mark(list[i], to_move);
        int v = value(3 - to_move, root, depth - 1, alpha, beta);
        mark(list[i], 0);
        if (to_move == root) {
            if (v > best)
                best = v;
            if (best > alpha)
                alpha = best;
        } else {
            if (v < best)
                best = v;
            if (best < beta)
                beta = best;
        }
        if (pruning && alpha >= beta)
            break;
    }
    return best;
}

static void decide(int player)
{
    Line list[MOST_MOVES];
    int n = moves(list), best = 0, chosen = -1;
    int depth = free_cells() > 8 ? 3 : 5;
    for (int i = 0; i < n; i++) {
        mark(list[i], player);
        int v = value(3 - player, player, depth - 1, chosen < 0 ? -1000000 : best, +1000000);
        mark(list[i], 0);
        if (chosen < 0 || v > best) {
            best = v;
            chosen = i;
        }
    }
    if (chosen < 0)
        printf("none\n");
    else
        printf("%d %d %d %d\n", list[chosen].x, list[chosen].y, list[chosen].length,
               list[chosen].direction);
}

static unsigned long long perft(int depth)
{
    if (depth == 0 || free_cells() == 0)
        return 1;
    Line list[MOST_MOVES];
    int n = moves(list);
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++) {
        mark(list[i], 1);
        sum += perft(depth - 1);
        mark(list[i], 0);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int perft_depth = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--perft"))
            perft_depth = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--pruning"))
            pruning = !strcmp(argv[i + 1], "yes");
    }
    int c = getchar(); /* byte order mark */
    if (c == 0xEF) {
        getchar();
        getchar();
    } else if (c != EOF)
        ungetc(c, stdin);
    int player;
    while (scanf(" map %d", &player) == 1) {
        for (int x = 0; x < 12; x++)
            for (int y = 0; y < 12; y++)
                if (scanf("%d", &map[x][y]) != 1)
                    return 1;
        if (perft_depth > 0)
            for (int d = 1; d <= perft_depth; d++) {
                printf("%d %llu\n", d, perft(d));
                fflush(stdout);
            }
        else
            decide(player);
        fflush(stdout);
    }
    return 0;
}
