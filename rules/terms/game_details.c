/* Names what stands above a score sheet, and puts later tellings over earlier ones. */
#include "rules/terms/game_details.h"

#include <string.h>

const char *const sq_detail_groups[SQ_DETAILS] = {
#define X(number, group, key, words) group,
    SQ_DETAIL_LIST(X)
#undef X
};

const char *const sq_detail_keys[SQ_DETAILS] = {
#define X(number, group, key, words) key,
    SQ_DETAIL_LIST(X)
#undef X
};

const char *const sq_detail_words[SQ_DETAILS] = {
#define X(number, group, key, words) words,
    SQ_DETAIL_LIST(X)
#undef X
};

const char *sq_details_name(sq_details *to, sq_detail which, const char *text) {
    size_t n = text ? strlen(text) : SQ_DETAIL_MAX;
    if (n >= SQ_DETAIL_MAX) return "must be text of at most 63 bytes";
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)text[i] < ' ' || text[i] == 0x7f) return "must be one line of text";
    memset(to->text[which], 0, SQ_DETAIL_MAX); /* equal details have equal bytes */
    memcpy(to->text[which], text, n);
    to->named |= 1u << which;
    return NULL;
}

void sq_details_take(sq_details *to, const sq_details *more) {
    for (unsigned d = 0; d < SQ_DETAILS; d++)
        if (more->named & 1u << d) memcpy(to->text[d], more->text[d], SQ_DETAIL_MAX);
    to->named |= more->named;
}
