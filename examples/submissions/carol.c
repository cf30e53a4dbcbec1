#include <stdio.h>

/* Pits 0-5 and store 6 belong to player 0, pits 7-12 and store 13 to player 1. */

long nodes;
int root;

/* Sows from a pit; returns 1 when the player moves again. */
int sow(int s[14], int player, int pit)
{
    int before[14], seeds = s[pit], at = pit;
    for (int i = 0; i < 14; i++)
        before[i] = s[i];
    s[pit] = 0;
    while (seeds > 0) {
        at = (at + 1) % 14;
        if (at == (player ? 6 : 13))
            continue;
        s[at]++;
        seeds--;
    }
    if (at / 7 == player && at % 7 != 6 && before[at] == 0 && s[12 - at] > 0) {
        s[player * 7 + 6] += s[at] + s[12 - at];
        s[at] = s[12 - at] = 0;
    }
    return at == player * 7 + 6;
}

/* When one side is empty the game is over and what is left goes into the stores. */
int finished(int s[14])
{
    int left[2] = {0, 0};
    for (int i = 0; i < 6; i++) {
        left[0] += s[i];
        left[1] += s[7 + i];
    }
    if (left[0] > 0 && left[1] > 0)
        return 0;
    for (int i = 0; i < 6; i++)
        s[i] = s[7 + i] = 0;
    s[6] += left[0];
    s[13] += left[1];
    return 1;
}

int search(const int before[14], int player, int depth, int alpha, int beta, int prune)
{
    int s[14], best = 0, first = 1;
    nodes++;
    for (int i = 0; i < 14; i++)
        s[i] = before[i];
    if (finished(s) || depth <= 0)
        return root ? s[13] - s[6] : s[6] - s[13];
    for (int i = 0; i < 6; i++) {
        int pit = player * 7 + i, child[14], value;
        if (s[pit] == 0)
            continue;
        for (int j = 0; j < 14; j++)
            child[j] = s[j];
        if (sow(child, player, pit))
            value = search(child, player, depth - 1, alpha, beta, prune);
        else
            value = search(child, 1 - player, depth - 1, alpha, beta, prune);
        if (first || (player == root ? value > best : value < best))
            best = value;
        first = 0;
        if (player == root && best > alpha)
            alpha = best;
        if (player != root && best < beta)
            beta = best;
        if (prune && alpha >= beta)
            break;
    }
    return best;
}

int main(void)
{
    int s[14], depth;
    for (;;) {
        for (int i = 0; i < 14; i++)
            if (scanf("%d", &s[i]) != 1)
                return 0;
        if (scanf("%d %d", &root, &depth) != 2)
            return 0;
        nodes = 0;
        printf("minimax無剪枝的結果是:%d\n", search(s, root, depth, -99, 99, 0));
        printf("擴展節點數為:%ld\n", nodes);
        nodes = 0;
        printf("minimax剪枝(aB)的結果是:%d\n", search(s, root, depth, -99, 99, 1));
        printf("擴展節點數為:%ld\n", nodes);
    }
}
