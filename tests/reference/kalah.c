/* Literal reference for spec/kalah.md.  Slow on purpose.
 *
 *   kalah [--capture before-sowing|landing|standard] [--format report|choice] < lines
 *   kalah [--capture ...] --pruned-only yes      skip the unpruned search (its two lines too)
 *   kalah [--capture ...] --perft N [--seeds n]  leaves from 6 pits of n seeds (4)
 *   kalah [--capture ...] --margin n [--guess g] full solution from 6 pits of n seeds
 */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { BEFORE_SOWING, LANDING, STANDARD };

typedef struct {
    int s[14];
} State;

static int capture_rule = BEFORE_SOWING;

static int own_store(int player) { return player == 0 ? 6 : 13; }
static int other_store(int player) { return player == 0 ? 13 : 6; }
static int first_pit(int player) { return player == 0 ? 0 : 7; }

static int is_own_pit(int i, int player)
{
    return i >= first_pit(player) && i < first_pit(player) + 6;
}

/* Rules 1 to 3.  Sets *again when the player moves again. */
static State sow(State before, int player, int pit, int *again)
{
    State st = before;
    int seeds = st.s[pit];
    int pos = pit;
    int held_on_arrival = 0; /* what the landing pit held when the last seed came */
    st.s[pit] = 0;
    while (seeds > 0) {
        pos = (pos + 1) % 14;
        if (pos == other_store(player))
            continue;
        held_on_arrival = st.s[pos];
        st.s[pos]++;
        seeds--;
    }
    *again = pos == own_store(player);

    if (is_own_pit(pos, player)) {
        int was_empty = 0;
        switch (capture_rule) {
        case BEFORE_SOWING: was_empty = before.s[pos] == 0; break;
        case LANDING: was_empty = held_on_arrival == 0 && pos != pit; break;
        case STANDARD: was_empty = held_on_arrival == 0; break;
        }
        int facing = 12 - pos;
        if (was_empty && st.s[facing] > 0) {
            st.s[own_store(player)] += st.s[pos] + st.s[facing];
            st.s[pos] = 0;
            st.s[facing] = 0;
        }
    }
    return st;
}

/* Rule 4: returns 1 when the game is over, the remaining seeds swept. */
static int finish(State *st)
{
    int left[2] = {0, 0};
    for (int p = 0; p < 2; p++)
        for (int i = first_pit(p); i < first_pit(p) + 6; i++)
            left[p] += st->s[i];
    if (left[0] != 0 && left[1] != 0)
        return 0;
    for (int p = 0; p < 2; p++) {
        for (int i = first_pit(p); i < first_pit(p) + 6; i++)
            st->s[i] = 0;
        st->s[own_store(p)] += left[p];
    }
    return 1;
}

static int margin_for(const State *st, int player)
{
    return st->s[own_store(player)] - st->s[other_store(player)];
}

static unsigned long long nodes;

static int minimax(State st, int player, int root, int depth, int limit, int *choice)
{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
        return margin_for(&st, root);
    int best = 0, have = 0;
    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {
        if (st.s[pit] == 0)
            continue;
        int again, v;
        State child = sow(st, player, pit, &again);
        if (again)
            v = minimax(child, player, root, depth + 2, limit, NULL);
        else
            v = minimax(child, !player, root, depth + 1, limit, NULL);
        if (!have || (player == root ? v > best : v < best)) {
            best = v;
            have = 1;
            if (choice)
                *choice = pit;
        }
    }
    return best;
}

static int alpha_beta(State st, int player, int root, int depth, int limit, int alpha, int beta,
                      int *choice)
{
    nodes++;
    if (choice)
        *choice = -1;
    if (finish(&st) || depth >= limit)
        return margin_for(&st, root);
    int best = 0, have = 0;
    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {
        if (st.s[pit] == 0)
            continue;
        int again, v;
        State child = sow(st, player, pit, &again);
        if (again)
            v = alpha_beta(child, player, root, depth + 2, limit, alpha, beta, NULL);
        else
            v = alpha_beta(child, !player, root, depth + 1, limit, alpha, beta, NULL);
        if (!have || (player == root ? v > best : v < best)) {
            best = v;
            have = 1;
            if (choice)
                *choice = pit;
        }
        if (player == root && best > alpha)
            alpha = best;
        if (player != root && best < beta)
            beta = best;
        if (alpha >= beta)
            break;
    }
    return best;
}

static unsigned long long perft(State st, int player, int depth)
{
    if (finish(&st) || depth == 0)
        return 1;
    unsigned long long sum = 0;
    for (int pit = first_pit(player); pit < first_pit(player) + 6; pit++) {
        if (st.s[pit] == 0)
            continue;
        int again;
        State child = sow(st, player, pit, &again);
        sum += perft(child, again ? player : !player, depth - 1);
    }
    return sum;
}

/* Full solution, only to check the published margins (not plain, hence kept
 * apart): what the mover still gains over the other player, by null windows
 * and a table of bounds with two entries a bucket, the costlier kept. */
typedef struct {
    uint64_t key;
    int8_t lower, upper;
    uint32_t work;
} Entry;

static Entry *table;
static size_t table_mask;
static unsigned long long solved;

static uint64_t pack(const State *st, int player)
{
    uint64_t k = 0;
    for (int p = 0; p < 2; p++)
        for (int i = 0; i < 6; i++) {
            int n = st->s[first_pit(p ? !player : player) + i];
            if (n > 31)
                return 0; /* not stored */
            k = k << 5 | (uint64_t)n;
        }
    return k;
}

static int solve(State st, int player, int beta) /* is the gain >= beta? returns a bound */
{
    int base = margin_for(&st, player), left = 0;
    unsigned long long work_before = solved++;
    if (finish(&st))
        return margin_for(&st, player) - base;
    for (int i = 0; i < 14; i++)
        if (i != 6 && i != 13)
            left += st.s[i];
    if (left < beta)
        return left; /* cannot gain more than there is */
    if (-left >= beta)
        return -left;
    uint64_t key = pack(&st, player);
    Entry *bucket = &table[(key * 0x9E3779B97F4A7C15u >> 20) & table_mask & ~(size_t)1];
    Entry *e = key == 0               ? NULL
               : bucket[0].key == key ? &bucket[0]
               : bucket[1].key == key ? &bucket[1]
                                      : NULL;
    if (e) {
        if (e->lower >= beta)
            return e->lower;
        if (e->upper < beta)
            return e->upper;
    }
    /* extra turns first, then by gain, the pits next to the store first */
    State child[6];
    int again[6], gained[6], rank[6], n = 0;
    for (int pit = first_pit(player) + 5; pit >= first_pit(player); pit--) {
        if (st.s[pit] == 0)
            continue;
        int extra;
        State c = sow(st, player, pit, &extra);
        int g = margin_for(&c, player) - base, r = extra ? 1000 : 10 * g, at = n++;
        while (at > 0 && rank[at - 1] < r) {
            child[at] = child[at - 1];
            again[at] = again[at - 1];
            gained[at] = gained[at - 1];
            rank[at] = rank[at - 1];
            at--;
        }
        child[at] = c;
        again[at] = extra;
        gained[at] = g;
        rank[at] = r;
    }
    int best = -127;
    for (int i = 0; i < n && best < beta; i++) {
        int v;
        if (again[i])
            v = gained[i] + solve(child[i], player, beta - gained[i]);
        else
            v = gained[i] - solve(child[i], !player, 1 - (beta - gained[i]));
        if (v > best)
            best = v;
    }
    if (key) {
        unsigned long long w = solved - work_before;
        uint32_t work = w > UINT32_MAX ? UINT32_MAX : (uint32_t)w;
        int lower = -127, upper = 127;
        e = bucket[0].key == key ? &bucket[0] : bucket[1].key == key ? &bucket[1] : NULL;
        if (e) {
            lower = e->lower;
            upper = e->upper;
        } else
            e = work >= bucket[0].work ? &bucket[0] : &bucket[1];
        if (best >= beta)
            lower = best;
        else
            upper = best;
        *e = (Entry){key, (int8_t)lower, (int8_t)upper, work};
    }
    return best;
}

static int solve_exactly(State st, int guess)
{
    int lower = -126, upper = 126;
    while (lower < upper) {
        int beta = guess == lower ? guess + 1 : guess;
        guess = solve(st, 0, beta);
        if (guess < beta)
            upper = guess;
        else
            lower = guess;
        fprintf(stderr, "margin in [%d, %d], %llu nodes\n", lower, upper, solved);
    }
    return lower;
}

static State start(int seeds)
{
    State st;
    for (int i = 0; i < 14; i++)
        st.s[i] = i == 6 || i == 13 ? 0 : seeds;
    return st;
}

int main(int argc, char **argv)
{
    int choice_format = 0, perft_depth = 0, margin = 0, guess = 0, seeds = 4, pruned_only = 0;
    for (int i = 1; i + 1 < argc; i += 2) {
        if (!strcmp(argv[i], "--capture"))
            capture_rule = !strcmp(argv[i + 1], "landing")    ? LANDING
                           : !strcmp(argv[i + 1], "standard") ? STANDARD
                                                              : BEFORE_SOWING;
        else if (!strcmp(argv[i], "--format"))
            choice_format = !strcmp(argv[i + 1], "choice");
        else if (!strcmp(argv[i], "--pruned-only"))
            pruned_only = !strcmp(argv[i + 1], "yes");
        else if (!strcmp(argv[i], "--perft"))
            perft_depth = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--seeds"))
            seeds = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--guess"))
            guess = atoi(argv[i + 1]);
        else if (!strcmp(argv[i], "--margin"))
            margin = atoi(argv[i + 1]);
    }
    if (perft_depth > 0) {
        for (int d = 1; d <= perft_depth; d++) {
            printf("%d %llu\n", d, perft(start(seeds), 0, d));
            fflush(stdout);
        }
        return 0;
    }
    if (margin > 0) {
        table_mask = ((size_t)1 << (margin >= 4 ? 28 : 22)) - 1;
        table = calloc(table_mask + 1, sizeof *table);
        if (!table)
            return 1;
        printf("%d\n", solve_exactly(start(margin), guess));
        free(table);
        return 0;
    }

    int c = getchar(); /* byte order mark */
    if (c == 0xEF) {
        getchar();
        getchar();
    } else if (c != EOF)
        ungetc(c, stdin);

    int f[16];
    for (;;) {
        for (int i = 0; i < 16; i++)
            if (scanf("%d", &f[i]) != 1)
                return 0;
        State st;
        for (int i = 0; i < 14; i++)
            st.s[i] = f[i];
        int player = f[14], depth = f[15], choice, choice_pruned, v;
        if (!pruned_only) {
            nodes = 0;
            v = minimax(st, player, player, 0, depth, &choice);
            if (!choice_format)
                printf("minimax無剪枝的結果是:%d\n擴展節點數為:%llu\n", v, nodes);
        }
        nodes = 0;
        v = alpha_beta(st, player, player, 0, depth, -99, 99, &choice_pruned);
        if (choice_format)
            printf("%d\n", pruned_only ? choice_pruned : choice);
        else
            printf("minimax剪枝(aB)的結果是:%d\n擴展節點數為:%llu\n", v, nodes);
        if (!pruned_only && choice != choice_pruned)
            fprintf(stderr, "kalah.c: the two searches choose %d and %d\n", choice, choice_pruned);
        fflush(stdout);
    }
}
