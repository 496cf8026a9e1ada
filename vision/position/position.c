/* The names of places and calls, and the surplus of a colour. */
#include "vision/position/position.h"

#include <string.h>

#include "rules/terms/equipment_sizes.h"

const char *sq_place_name(sq_place p) {
    static const char *const names[SQ_PLACES] = {
#define X(number, name) [number] = name,
        SQ_PLACE_LIST(X)
#undef X
    };
    return p < SQ_PLACES ? names[p] : "?";
}

const char *sq_call_name(sq_call c) {
    static const char *const names[SQ_CALLS] = {
#define X(number, name) [number] = name,
        SQ_CALL_LIST(X)
#undef X
    };
    return c < SQ_CALLS ? names[c] : "?";
}

sq_place sq_place_from_name(const char *name) {
    unsigned p = 0;
    while (p < SQ_PLACES && strcmp(name, sq_place_name((sq_place)p)))
        p++;
    return (sq_place)p;
}

sq_call sq_call_from_name(const char *name) {
    unsigned c = 0;
    while (c < SQ_CALLS && strcmp(name, sq_call_name((sq_call)c)))
        c++;
    return (sq_call)c;
}

int sq_set_size(sq_wink_set absent) {
    return SQ_USUAL_WINKS - sq_wink_count(absent);
}

int sq_set_count(sq_wink_set absent, sq_colour c, sq_size s) {
    int n = 0;
    for (sq_wink w = 0; w < SQ_USUAL_WINKS; w++)
        n += sq_wink_colour(w) == c && sq_wink_size(w) == s && !(absent & sq_wink_bit(w));
    return n;
}

sq_mm sq_position_pot(const sq_position *p) {
    return p->pot_found ? p->pot : (sq_mm){0, 0};
}

int sq_position_surplus(const sq_position *p, sq_colour c, sq_size s) {
    int n = 0;
    for (int i = 0; i < p->wink_count; i++)
        n += p->winks[i].colour == c && p->winks[i].size == s;
    int more = n - sq_set_count(p->absent, c, s);
    return more > 0 ? more : 0;
}

int sq_position_unseen(const sq_position *p, sq_colour c) {
    return p->unseen[c][SQ_LARGE] + p->unseen[c][SQ_SMALL];
}

int sq_position_in_heap(const sq_position *p, sq_colour c) {
    int more = p->potted[c];
    for (int i = 0; i < p->wink_count; i++)
        more -= p->winks[i].colour == c && p->winks[i].place == SQ_PLACE_POT;
    return more > 0 ? more : 0;
}

double sq_seen_radius_mm(const sq_seen_wink *w) {
    return sq_wink_radius_mm(w->size);
}
