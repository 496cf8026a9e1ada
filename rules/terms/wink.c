/* The names of colours, sides, sizes and winks, and the search by name. */
#include "rules/terms/wink.h"

#include <string.h>

static const struct {
    const char *name;
    char large, small;
} colours[SQ_COLOURS] = {
#define X(number, name, large, small) [number] = {name, large, small},
    SQ_COLOUR_LIST(X)
#undef X
};

static const char wink_names[SQ_WINKS][3] = {
#define X(number, name, large, small) \
    {large, '1', 0}, {large, '2', 0}, {small, '1', 0}, {small, '2', 0}, {small, '3', 0}, {small, '4', 0},
    SQ_COLOUR_LIST(X)
#undef X
};

const char *sq_colour_name(sq_colour c) {
    return c < SQ_COLOURS ? colours[c].name : "none";
}

const char *sq_partnership_name(sq_partnership p) {
    return p == SQ_BLUE_RED ? "blue-red" : "green-yellow";
}

const char *sq_size_name(sq_size s) {
    return s == SQ_LARGE ? "large" : "small";
}

sq_colour sq_colour_from_name(const char *name) {
    for (unsigned c = 0; c < SQ_COLOURS; c++)
        if (!strcmp(name, colours[c].name)) return (sq_colour)c;
    return SQ_NO_COLOUR;
}

sq_size sq_size_from_name(const char *name) {
    for (unsigned s = 0; s < SQ_SIZES; s++)
        if (!strcmp(name, sq_size_name((sq_size)s))) return (sq_size)s;
    return SQ_SIZES;
}

const char *sq_wink_name(sq_wink w) {
    return w < SQ_WINKS ? wink_names[w] : "??";
}

sq_wink sq_wink_from_name(const char *name) {
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (!strcmp(name, wink_names[w])) return w;
    return SQ_NO_WINK;
}

sq_colour sq_usual_colour_from_name(const char *name) {
    sq_colour c = sq_colour_from_name(name);
    return c < SQ_USUAL_COLOURS ? c : SQ_NO_COLOUR;
}

sq_wink sq_usual_wink_from_name(const char *name) {
    sq_wink w = sq_wink_from_name(name);
    return w < SQ_USUAL_WINKS ? w : SQ_NO_WINK;
}
