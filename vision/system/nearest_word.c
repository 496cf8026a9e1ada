/* Finds the name that a misspelt word comes nearest to (optimal string alignment). */
#include "vision/system/nearest_word.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

/* Words that are longer are none of ours. */
enum { LETTERS_MOST = 40, WRONG_SHARE = 3 };
/* So many letters tell what a word was to become; that is as good as one wrong letter. */
enum { BEGINNING = 2 };

static int least(int a, int b) {
    return a < b ? a : b;
}

static int letter(char c) {
    return tolower((unsigned char)c);
}

/* How many letters must be changed, put in, taken out or exchanged with their neighbour to make b of a. */
static int distance(const char *a, int n, const char *b, int m) {
    int cost[LETTERS_MOST + 1][LETTERS_MOST + 1];
    for (int i = 0; i <= n; i++)
        for (int j = 0; j <= m; j++) {
            if (!i || !j) {
                cost[i][j] = i + j;
                continue;
            }
            bool same = letter(a[i - 1]) == letter(b[j - 1]);
            int best = least(least(cost[i - 1][j], cost[i][j - 1]) + 1, cost[i - 1][j - 1] + !same);
            bool exchanged = i > 1 && j > 1 && letter(a[i - 1]) == letter(b[j - 2]) &&
                             letter(a[i - 2]) == letter(b[j - 1]);
            cost[i][j] = exchanged ? least(best, cost[i - 2][j - 2] + 1) : best;
        }
    return cost[n][m];
}

static bool begins_with(const char *name, const char *word, int n) {
    for (int i = 0; i < n; i++)
        if (letter(name[i]) != letter(word[i])) return false;
    return true;
}

const char *sq_nearest_word(const char *word, const char *const names[], int count) {
    const char *nearest = NULL;
    int n = (int)strnlen(word, LETTERS_MOST + 1), fewest = (n + WRONG_SHARE - 1) / WRONG_SHARE + 1;
    for (int i = 0; i < count && n <= LETTERS_MOST; i++) {
        int m = names[i] ? (int)strnlen(names[i], LETTERS_MOST + 1) : 0;
        if (!m || m > LETTERS_MOST) continue;
        int wrong = n >= BEGINNING && begins_with(names[i], word, n) ? 1 : distance(word, n, names[i], m);
        if (wrong < fewest && wrong < m) fewest = wrong, nearest = names[i];
    }
    return nearest;
}

const char *sq_did_you_mean(char to[SQ_DID_YOU_MEAN_MAX], const char *word, const char *const names[],
                            int count) {
    const char *meant = sq_nearest_word(word, names, count);
    *to = 0;
    if (meant) snprintf(to, SQ_DID_YOU_MEAN_MAX, "; did you mean %s?", meant);
    return to;
}
