/* Literal reference for spec/checkers.md.  Slow on purpose.
 *
 *   checkers [--limit-line yes|no] [--winner needed|at-once] [--leaves yes|no]
 *            [--depth N] [--perft N] < input
 */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLACK, WHITE };

typedef struct {
    char at[8][8]; /* [row][column], row 0 is row 1 */
} Board;

typedef struct {
    int r0, c0, r1, c1;
} Action;

static int limit_line = 1, winner_at_once = 0, leaves_checked = 1, depth_limit = 3;

static const char *const NAME[2] = {"BLACK", "WHITE"};

/* north-east, south-east, south-west, north-west */
static const int DR[4] = {-1, +1, +1, -1};
static const int DC[4] = {+1, +1, -1, -1};

static int inside(int r, int c) { return r >= 0 && r < 8 && c >= 0 && c < 8; }

static int belongs(char x, int player)
{
    if (player == BLACK)
        return x == 'b' || x == 'B';
    return x == 'w' || x == 'W';
}

static void initial(Board *b)
{
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            b->at[r][c] = '.';
            if ((r + c) % 2 == 1 && r <= 2)
                b->at[r][c] = 'w';
            if ((r + c) % 2 == 1 && r >= 5)
                b->at[r][c] = 'b';
        }
}

/* All actions of a player in the published order. */
static int actions(const Board *b, int player, Action *out)
{
    int n = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++) {
            char x = b->at[r][c];
            if (!belongs(x, player))
                continue;
            for (int d = 0; d < 4; d++) {
                if (x == 'b' && DR[d] != -1)
                    continue;
                if (x == 'w' && DR[d] != +1)
                    continue;
                int r1 = r + DR[d], c1 = c + DC[d];
                int r2 = r + 2 * DR[d], c2 = c + 2 * DC[d];
                if (!inside(r1, c1))
                    continue;
                if (b->at[r1][c1] == '.')
                    out[n++] = (Action){r, c, r1, c1};
                else if (belongs(b->at[r1][c1], !player) && inside(r2, c2) &&
                         b->at[r2][c2] == '.')
                    out[n++] = (Action){r, c, r2, c2};
            }
        }
    return n;
}

static Board after(const Board *b, Action a)
{
    Board n = *b;
    char x = n.at[a.r0][a.c0];
    n.at[a.r0][a.c0] = '.';
    if (abs(a.r1 - a.r0) == 2)
        n.at[(a.r0 + a.r1) / 2][(a.c0 + a.c1) / 2] = '.';
    if (x == 'b' && a.r1 == 0)
        x = 'B';
    if (x == 'w' && a.r1 == 7)
        x = 'W';
    n.at[a.r1][a.c1] = x;
    return n;
}

static int material(const Board *b)
{
    int sum = 0;
    for (int r = 0; r < 8; r++)
        for (int c = 0; c < 8; c++)
            switch (b->at[r][c]) {
            case 'b': sum += 1; break;
            case 'B': sum += 3; break;
            case 'w': sum -= 1; break;
            case 'W': sum -= 3; break;
            }
    return sum;
}

static int limit_value(int to_move) { return to_move == BLACK ? INT_MIN : INT_MAX; }

static int has_action(const Board *b, int player)
{
    Action list[64];
    return actions(b, player, list) > 0;
}

static int value(const Board *b, int to_move, int depth)
{
    Action list[64];
    int n = actions(b, to_move, list);
    if (depth == 0) {
        if (leaves_checked && n == 0)
            return limit_value(to_move);
        return material(b);
    }
    if (n == 0)
        return limit_value(to_move);
    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth - 1);
        if (i == 0 || (to_move == BLACK ? v > best : v < best))
            best = v;
    }
    return best;
}

/* The computed action; returns 0 if there is none. */
static int decide(const Board *b, int to_move, Action *chosen)
{
    Action list[64];
    int n = actions(b, to_move, list);
    int best = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        int v = value(&child, !to_move, depth_limit - 1);
        if (i == 0 || (to_move == BLACK ? v > best : v < best)) {
            best = v;
            *chosen = list[i];
        }
    }
    return n > 0;
}

static void print_board(const Board *b)
{
    printf("     A   B   C   D   E   F   G   H\n");
    printf("   +---+---+---+---+---+---+---+---+\n");
    for (int r = 0; r < 8; r++) {
        printf(" %d |", r + 1);
        for (int c = 0; c < 8; c++)
            printf(" %c |", b->at[r][c]);
        printf("\n");
        printf("   +---+---+---+---+---+---+---+---+\n");
    }
}

static void print_action(const Board *b, int player, int number, Action a, int computed)
{
    int cost = material(b);
    if (limit_line && !has_action(b, !player))
        cost = limit_value(!player);
    printf("=====================================\n");
    printf("%s%s ACTION #%d: %c%d-%c%d\n", computed ? "*** " : "", NAME[player], number,
           'A' + a.c0, a.r0 + 1, 'A' + a.c1, a.r1 + 1);
    printf("BOARD COST: %d\n", cost);
    print_board(b);
    fflush(stdout);
}

static const char *check(const Board *b, int player, Action a)
{
    if (!inside(a.r0, a.c0))
        return "Source cell is outside of the board.";
    if (!inside(a.r1, a.c1))
        return "Target cell is outside of the board.";
    if (b->at[a.r0][a.c0] == '.')
        return "Source cell is empty.";
    if (b->at[a.r1][a.c1] != '.')
        return "Target cell is not empty.";
    if (!belongs(b->at[a.r0][a.c0], player))
        return "Source cell holds opponent's piece/tower.";
    Action list[64];
    int n = actions(b, player, list);
    for (int i = 0; i < n; i++)
        if (list[i].r0 == a.r0 && list[i].c0 == a.c0 && list[i].r1 == a.r1 &&
            list[i].c1 == a.c1)
            return NULL;
    return "Illegal action.";
}

/* One character and one or more digits; anything off the board gives -1. */
static const char *read_cell(const char *s, int *r, int *c)
{
    *c = *s >= 'A' && *s <= 'H' ? *s - 'A' : -1;
    s++;
    while ((*s & 0xC0) == 0x80) /* the rest of one UTF-8 character */
        s++;
    long row = 0;
    while (*s >= '0' && *s <= '9') {
        row = row * 10 + (*s - '0');
        if (row > 1000)
            row = 1000;
        s++;
    }
    *r = row >= 1 && row <= 8 ? (int)row - 1 : -1;
    return s;
}

static unsigned long long perft(const Board *b, int player, int depth)
{
    Action list[64];
    int n = actions(b, player, list);
    if (depth == 0 || n == 0)
        return 1;
    unsigned long long sum = 0;
    for (int i = 0; i < n; i++) {
        Board child = after(b, list[i]);
        sum += perft(&child, !player, depth - 1);
    }
    return sum;
}

int main(int argc, char **argv)
{
    int perft_depth = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--limit-line"))
            limit_line = !strcmp(argv[i + 1], "yes");
        else if (!strcmp(argv[i], "--winner"))
            winner_at_once = !strcmp(argv[i + 1], "at-once");
        else if (!strcmp(argv[i], "--leaves"))
            leaves_checked = !strcmp(argv[i + 1], "yes");
        else if (!strcmp(argv[i], "--depth"))
            depth_limit = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--perft"))
            perft_depth = atoi(argv[i + 1]);
    }
    Board b;
    initial(&b);
    int player = BLACK, number = 1;
    if (perft_depth > 0) {
        for (int d = 1; d <= perft_depth; d++) {
            printf("%d %llu\n", d, perft(&b, BLACK, d));
            fflush(stdout);
        }
        return 0;
    }
    printf("BOARD SIZE: 8x8\n#BLACK PIECES: 12\n#WHITE PIECES: 12\n");
    print_board(&b);
    fflush(stdout);

    int to_compute = 0, first = 1;
    char buffer[4096];
    while (fgets(buffer, sizeof buffer, stdin)) {
        char *line = buffer;
        if (first && !strncmp(line, "\xEF\xBB\xBF", 3))
            line += 3;
        first = 0;
        line[strcspn(line, "\r\n")] = 0;
        for (size_t n = strlen(line); n > 0 && (line[n - 1] == ' ' || line[n - 1] == '\t'); n--)
            line[n - 1] = 0;
        if (line[0] == 0)
            continue;
        if (!strcmp(line, "A")) {
            to_compute = 1;
            break;
        }
        if (!strcmp(line, "P")) {
            to_compute = 10;
            break;
        }
        Action a;
        const char *rest = read_cell(line, &a.r0, &a.c0);
        read_cell(rest + 1, &a.r1, &a.c1); /* skip the '-' */
        const char *error = check(&b, player, a);
        if (error) {
            printf("ERROR: %s\n", error);
            return 0;
        }
        b = after(&b, a);
        print_action(&b, player, number++, a, 0);
        player = !player;
        if (winner_at_once && !has_action(&b, player)) {
            printf("%s WIN!\n", NAME[!player]);
            return 0;
        }
    }
    for (int i = 0; i < to_compute; i++) {
        Action a;
        if (!decide(&b, player, &a)) {
            printf("%s WIN!\n", NAME[!player]);
            return 0;
        }
        b = after(&b, a);
        print_action(&b, player, number++, a, 1);
        player = !player;
        if (winner_at_once && !has_action(&b, player)) {
            printf("%s WIN!\n", NAME[!player]);
            return 0;
        }
    }
    return 0;
}
