/* Literal reference for spec/ewn.md.  Slow on purpose.
 *
 *   ewn [--cache occupancy|none] [--keep yes] [--depth N] < lines
 *   ewn --perft N < position      the 14-integer line, die ignored
 *   ewn --win yes < position      exact probability that Blue wins, die not yet rolled
 */
#include <ctype.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BLUE, RED };

typedef struct {
    int cell[2][6]; /* 1-25, 0 removed */
} Position;

typedef struct {
    int stone, from, to;
} Move;

static int use_cache = 1, keep_cache = 0, root_depth = 5;

static const float TABLE[2][25] = {
    {16, 10, 5, 2.5f, 1, 10, 8, 4, 2, 1, 5, 4, 4, 2, 1, 2.5f, 2, 2, 2, 1, 1, 1, 1, 1, 0},
    {0, 1, 1, 1, 1, 1, 2, 2, 2, 2.5f, 1, 2, 4, 4, 5, 1, 2, 4, 8, 10, 1, 2.5f, 5, 10, 16},
};

static int stones(const Position *p, int side)
{
    int n = 0;
    for (int i = 0; i < 6; i++)
        n += p->cell[side][i] != 0;
    return n;
}

static int stands_on(const Position *p, int side, int cell)
{
    for (int i = 0; i < 6; i++)
        if (p->cell[side][i] == cell)
            return 1;
    return 0;
}

static int blue_has_won(const Position *p) { return stands_on(p, BLUE, 1) || stones(p, RED) == 0; }
static int red_has_won(const Position *p) { return stands_on(p, RED, 25) || stones(p, BLUE) == 0; }
static int over(const Position *p) { return blue_has_won(p) || red_has_won(p); }

static int stone_moves(const Position *p, int side, int stone, Move *out)
{
    int from = p->cell[side][stone], n = 0;
    int row = (from - 1) / 5, col = (from - 1) % 5;
    if (side == BLUE) {
        if (row > 0)
            out[n++] = (Move){stone, from, from - 5};
        if (row > 0 && col > 0)
            out[n++] = (Move){stone, from, from - 6};
        if (col > 0)
            out[n++] = (Move){stone, from, from - 1};
    } else {
        if (row < 4)
            out[n++] = (Move){stone, from, from + 5};
        if (row < 4 && col < 4)
            out[n++] = (Move){stone, from, from + 6};
        if (col < 4)
            out[n++] = (Move){stone, from, from + 1};
    }
    return n;
}

/* The moves for a die (1-6) in the published order. */
static int moves(const Position *p, int side, int die, Move *out)
{
    int named = die - 1, n = 0;
    if (p->cell[side][named] != 0)
        return stone_moves(p, side, named, out);
    for (int s = named + 1; s < 6; s++)
        if (p->cell[side][s] != 0) {
            n += stone_moves(p, side, s, out + n);
            break;
        }
    for (int s = named - 1; s >= 0; s--)
        if (p->cell[side][s] != 0) {
            n += stone_moves(p, side, s, out + n);
            break;
        }
    return n;
}

static Position after(const Position *p, int side, Move m)
{
    Position q = *p;
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if (q.cell[s][i] == m.to)
                q.cell[s][i] = 0;
    q.cell[side][m.stone] = m.to;
    return q;
}

static float evaluate(const Position *p, int side)
{
    float sum[2] = {0, 0};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if (p->cell[s][i] != 0)
                sum[s] += TABLE[s][p->cell[s][i] - 1];
    return sum[side] - sum[!side];
}

/* The position cache: an open hash table from key to float. */
typedef struct {
    uint64_t key; /* 0: free slot (a key is never 0, see occupancy_key) */
    float value;
} Slot;

static Slot *slots;
static size_t n_slots, n_used;

static void cache_clear(void)
{
    free(slots);
    n_slots = 1 << 16;
    n_used = 0;
    slots = calloc(n_slots, sizeof *slots);
    if (!slots)
        exit(1);
}

static Slot *cache_slot(uint64_t key)
{
    size_t i = (key * 0x9E3779B97F4A7C15u >> 24) & (n_slots - 1);
    while (slots[i].key != 0 && slots[i].key != key)
        i = (i + 1) & (n_slots - 1);
    return &slots[i];
}

static void cache_store(uint64_t key, float value)
{
    if (2 * n_used >= n_slots) {
        Slot *old = slots;
        size_t n_old = n_slots;
        n_slots *= 2;
        slots = calloc(n_slots, sizeof *slots);
        if (!slots)
            exit(1);
        for (size_t i = 0; i < n_old; i++)
            if (old[i].key != 0)
                *cache_slot(old[i].key) = old[i];
        free(old);
    }
    Slot *s = cache_slot(key);
    if (s->key == 0)
        n_used++;
    s->key = key;
    s->value = value;
}

static uint64_t occupancy_key(const Position *p, int to_move)
{
    uint64_t bits[2] = {0, 0};
    for (int s = 0; s < 2; s++)
        for (int i = 0; i < 6; i++)
            if (p->cell[s][i] != 0)
                bits[s] |= (uint64_t)1 << (p->cell[s][i] - 1);
    return bits[BLUE] | bits[RED] << 25 | (uint64_t)to_move << 50 | (uint64_t)1 << 51;
}

static float roll(const Position *p, int side, int depth);

/* The score, for the mover, of one move: −roll(depth) after the move. */
static float score(const Position *p, int side, Move m, int depth)
{
    Position q = after(p, side, m);
    if (use_cache) {
        Slot *hit = cache_slot(occupancy_key(&q, !side));
        if (hit->key != 0)
            return -hit->value;
    }
    return -roll(&q, !side, depth);
}

static float choice(const Position *p, int side, int die, int depth)
{
    Move list[6];
    int n = moves(p, side, die, list);
    float best = 0;
    for (int i = 0; i < n; i++) {
        float v = score(p, side, list[i], depth);
        if (i == 0 || v > best)
            best = v;
    }
    return best;
}

static float roll(const Position *p, int side, int depth)
{
    if (over(p) || depth == 0)
        return evaluate(p, side);
    float sum = 0;
    for (int die = 1; die <= 6; die++)
        sum += choice(p, side, die, depth - 1);
    float mean = sum / 6;
    if (use_cache)
        cache_store(occupancy_key(p, side), mean);
    return mean;
}

static int root(const Position *p, int side, int die, Move *list, float *scores, int *best)
{
    int n = moves(p, side, die, list);
    if (!keep_cache)
        cache_clear();
    *best = 0;
    for (int i = 0; i < n; i++) {
        scores[i] = score(p, side, list[i], root_depth);
        if (scores[i] > scores[*best])
            *best = i;
    }
    return n;
}

static void analyse(const Position *p, int side, int die)
{
    printf("Board Graph:(a~d: Red chess, 0~5:Blue chess)\n");
    for (int cell = 1; cell <= 25; cell++) {
        char x = '.';
        for (int i = 0; i < 6; i++) {
            if (p->cell[BLUE][i] == cell)
                x = (char)('0' + i);
            if (p->cell[RED][i] == cell)
                x = (char)('a' + i);
        }
        printf("%c%c", x, cell % 5 == 0 ? '\n' : ' ');
    }
    Move list[6];
    float scores[6];
    int best, n = root(p, side, die, list, scores, &best);
    printf("Estimated game scores for each direction:\n");
    for (int i = 0; i < n; i++)
        printf("%g:Move(%d,%d)\n", (double)scores[i], list[i].from - 1, list[i].to - 1);
    printf("Best Move:%d %d\n", list[best].from - 1, list[best].to - 1);
}

static void print_cell(int cell, int letters)
{
    if (letters)
        printf("%c%c", 'A' + (cell - 1) % 5, '1' + (cell - 1) / 5);
    else
        printf("%d", cell);
}

static int read_cell(const char *s)
{
    if (isalpha((unsigned char)s[0]))
        return (s[1] - '1') * 5 + (s[0] - 'A') + 1;
    return atoi(s);
}

/* A line of ECUI; returns 0 at exit. */
static int ecui(char *line)
{
    static int letters = 0;
    char *word[16];
    int n = 0;
    for (char *w = strtok(line, " \t"); w && n < 16; w = strtok(NULL, " \t"))
        word[n++] = w;
    if (!strcmp(word[0], "exit"))
        return 0;
    if (!strcmp(word[0], "ini")) {
        static const int SETUP[2][6] = {{25, 24, 23, 20, 19, 15}, {1, 2, 3, 6, 7, 11}};
        int side = word[1][0] == 'B' ? BLUE : RED;
        for (int i = 0; i < 6; i++) {
            print_cell(SETUP[side][i], letters);
            printf("%c", i < 5 ? ' ' : '\n');
        }
    } else if (!strcmp(word[0], "get")) {
        Position p;
        letters = 0;
        for (int i = 0; i < 12; i++) {
            if (isalpha((unsigned char)word[3 + i][0]))
                letters = 1;
            p.cell[i / 6][i % 6] = read_cell(word[3 + i]);
        }
        Move list[6];
        float scores[6];
        int best;
        root(&p, word[1][0] == 'B' ? BLUE : RED, atoi(word[2]), list, scores, &best);
        print_cell(list[best].from, letters);
        printf(" ");
        print_cell(list[best].to, letters);
        printf("\n");
    } else { /* name, version, time_setting, board_setting: the letters dialect only */
        letters = 1;
        if (!strcmp(word[0], "time_setting") || !strcmp(word[0], "board_setting"))
            printf("1\n");
        else
            printf("oracle\n"); /* the page gives no text */
    }
    return 1;
}

static unsigned long long perft(const Position *p, int side, int depth)
{
    if (over(p) || depth == 0)
        return 1;
    unsigned long long sum = 0;
    for (int die = 1; die <= 6; die++) {
        Move list[6];
        int n = moves(p, side, die, list);
        for (int i = 0; i < n; i++) {
            Position q = after(p, side, list[i]);
            sum += perft(&q, !side, depth - 1);
        }
    }
    return sum;
}

/* Exact probability that Blue wins: numerators over 6^k, reduced. */
typedef unsigned __int128 Big;

typedef struct {
    Big num, den;
} Fraction;

static Big gcd(Big a, Big b)
{
    while (b) {
        Big t = a % b;
        a = b;
        b = t;
    }
    return a;
}

static Fraction reduced(Big num, Big den)
{
    Big g = gcd(num, den);
    return (Fraction){num / g, den / g};
}

static Fraction add(Fraction a, Fraction b)
{
    return reduced(a.num * b.den + b.num * a.den, a.den * b.den);
}

static int less(Fraction a, Fraction b) { return a.num * b.den < b.num * a.den; }

typedef struct {
    uint64_t key;
    Fraction value;
} Known;

static Known *known;
enum { KNOWN_BITS = 22 };

static Fraction win(const Position *p, int side)
{
    if (blue_has_won(p))
        return (Fraction){1, 1};
    if (red_has_won(p))
        return (Fraction){0, 1};
    uint64_t key = 2 + (uint64_t)side;
    for (int i = 0; i < 12; i++)
        key = key << 5 | (uint64_t)p->cell[i / 6][i % 6];
    size_t at = key * 0x9E3779B97F4A7C15u >> (64 - KNOWN_BITS);
    while (known[at].key != 0 && known[at].key != key)
        at = (at + 1) % ((size_t)1 << KNOWN_BITS);
    if (known[at].key == key)
        return known[at].value;
    Fraction sum = {0, 1};
    for (int die = 1; die <= 6; die++) {
        Move list[6];
        int n = moves(p, side, die, list);
        Fraction best = {0, 1};
        for (int i = 0; i < n; i++) {
            Position q = after(p, side, list[i]);
            Fraction v = win(&q, !side);
            if (i == 0 || (side == BLUE ? less(best, v) : less(v, best)))
                best = v;
        }
        sum = add(sum, best);
    }
    Fraction mean = reduced(sum.num, sum.den * 6);
    at = key * 0x9E3779B97F4A7C15u >> (64 - KNOWN_BITS);
    while (known[at].key != 0)
        at = (at + 1) % ((size_t)1 << KNOWN_BITS);
    known[at] = (Known){key, mean};
    return mean;
}

int main(int argc, char **argv)
{
    int perft_depth = 0, win_mode = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--cache"))
            use_cache = !strcmp(argv[i + 1], "occupancy");
        else if (!strcmp(argv[i], "--keep"))
            keep_cache = !strcmp(argv[i + 1], "yes");
        else if (!strcmp(argv[i], "--depth"))
            root_depth = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--perft"))
            perft_depth = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--win"))
            win_mode = !strcmp(argv[i + 1], "yes");
    }
    cache_clear(); /* so that the table exists */
    if (win_mode) {
        known = calloc((size_t)1 << KNOWN_BITS, sizeof *known);
        if (!known)
            return 1;
    }
    int first = 1;
    char buffer[4096];
    while (fgets(buffer, sizeof buffer, stdin)) {
        char *line = buffer;
        if (first && !strncmp(line, "\xEF\xBB\xBF", 3))
            line += 3;
        first = 0;
        line[strcspn(line, "\r\n")] = 0;
        line += strspn(line, " \t");
        if (line[0] == 0)
            continue;
        if (isalpha((unsigned char)line[0])) {
            if (!ecui(line))
                return 0;
            fflush(stdout);
            continue;
        }
        int f[14], used;
        for (int i = 0; i < 14; i++) {
            if (sscanf(line, "%d%n", &f[i], &used) != 1)
                return 1;
            line += used;
        }
        Position p;
        for (int i = 0; i < 12; i++)
            p.cell[i / 6][i % 6] = f[2 + i];
        if (perft_depth > 0) {
            for (int d = 1; d <= perft_depth; d++)
                printf("%d %llu\n", d, perft(&p, f[0], d));
        } else if (win_mode) {
            Fraction v = win(&p, f[0]);
            printf("%llu/%llu\n", (unsigned long long)v.num, (unsigned long long)v.den);
        } else {
            analyse(&p, f[0], f[1]);
        }
        fflush(stdout);
    }
    return 0;
}
