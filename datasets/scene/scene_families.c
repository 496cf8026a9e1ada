/* The families of test scenes: one function for each says which winks lie where. */
#include "datasets/scene/scene_families.h"

#include <stdio.h>
#include <string.h>

#include "datasets/scene/hand.h"
#include "datasets/scene/placement.h"
#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

/* A clear gap: nobody could take such winks for touching. */
#define CLEAR_MM 8.0

/* A touch: a hair's gap, so that neither is taken to lie on the other. */
#define TOUCH_MM 0.001

static double lot(sq_placement *l, double low, double high) {
    return sq_random_range(&l->random, low, high);
}

static int number(sq_placement *l, int low, int high) {
    return low + sq_random_below(&l->random, high - low + 1);
}

static void scatter(sq_placement *l, int count, double gap) {
    for (int i = 0; i < count; i++)
        sq_put_free(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES), gap);
}

/* A wink of a colour beside a free one of another or the same; room around both. */
static void pair(sq_placement *l, sq_colour first, sq_colour second, double gap) {
    sq_wink a = sq_put_any(l, first, SQ_SIZES);
    int under = sq_put_free(l, a, 30);
    sq_wink b = sq_put_any(l, second, SQ_SIZES);
    if (under >= 0) sq_put_beside(l, b, under, gap);
}

static void isolated(sq_placement *l) {
    scatter(l, number(l, 12, 20), CLEAR_MM);
}

static void near_touch(sq_placement *l) {
    for (int n = number(l, 5, 8); n; n--)
        pair(l, SQ_NO_COLOUR, SQ_NO_COLOUR, lot(l, 0.2, 2.5));
    scatter(l, number(l, 3, 8), CLEAR_MM);
}

static void slight_squop(sq_placement *l) {
    for (int n = number(l, 5, 9); n; n--)
        pair(l, SQ_NO_COLOUR, SQ_NO_COLOUR, -lot(l, 0.2, 2.5));
    scatter(l, number(l, 2, 6), CLEAR_MM);
}

/* Winks that fell around one place. */
static void pile(sq_placement *l, int count, double spread) {
    sq_wink first = sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES);
    int base = sq_put_free(l, first, 60);
    if (base < 0) return;
    sq_mm3 middle = l->scene->pieces[base].disc.at;
    for (int i = 1; i < count; i++) {
        sq_wink w = sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES);
        sq_mm at = {middle.x + spread * sq_random_normal(&l->random),
                    middle.y + spread * sq_random_normal(&l->random)};
        if (sq_mm_distance(at, l->scene->pot.at) > l->scene->pot.top_radius + 30) sq_put_at(l, w, at);
    }
}

static void piles(sq_placement *l) {
    for (int n = number(l, 2, 4); n; n--) {
        double spread = lot(l, 5, 10); /* C leaves the order of arguments open */
        pile(l, number(l, 3, 6), spread);
    }
    scatter(l, number(l, 3, 8), CLEAR_MM);
}

static void same_colour(sq_placement *l) {
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        pair(l, (sq_colour)c, (sq_colour)c, -lot(l, 0.2, 7));
        pair(l, (sq_colour)c, (sq_colour)c,
             sq_random_chance(&l->random, 0.5) ? -lot(l, 0.2, 2.5) : lot(l, 0.2, 2));
    }
    /* A third one on a pair. */
    int under = sq_random_below(&l->random, l->scene->piece_count);
    sq_wink w = sq_put_any(l, sq_wink_colour(l->scene->pieces[under].id), SQ_SIZES);
    sq_put_beside(l, w, under, -lot(l, 1, 6));
    scatter(l, number(l, 1, 4), CLEAR_MM);
}

static void start(sq_placement *l) {
    sq_put_rest_home(l);
}

static void edges(sq_placement *l) {
    for (int n = number(l, 6, 9); n; n--) {
        sq_wink w = sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES);
        double over = sq_random_chance(&l->random, 0.5)   ? -lot(l, 0.2, 4)
                      : sq_random_chance(&l->random, 0.5) ? lot(l, 0.5, 14)
                                                          : lot(l, 25, 60);
        sq_put_at_edge(l, w, over);
    }
    scatter(l, number(l, 5, 10), CLEAR_MM);
}

static void pot(sq_placement *l) {
    for (int n = number(l, 1, 8); n; n--)
        sq_put_in_pot(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES));
    if (sq_random_chance(&l->random, 0.3)) sq_put_on_rim(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES));
    for (int n = number(l, 0, 3); n; n--)
        sq_put_leaning(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES));
    for (int n = number(l, 2, 4); n; n--) {
        sq_wink w = sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES);
        double angle = lot(l, 0, 2 * M_PI),
               rho = l->scene->pot.top_radius + lot(l, 0, 25) + sq_wink_radius_mm(sq_wink_size(w));
        bool clear = true;
        sq_mm at = {rho * cos(angle), rho * sin(angle)};
        for (int i = 0; i < l->scene->piece_count; i++) {
            const sq_piece *p = &l->scene->pieces[i];
            clear &= p->place == SQ_PLACE_POT || hypot(p->disc.at.x - at.x, p->disc.at.y - at.y) > 24;
        }
        if (clear) sq_put_at(l, w, at);
    }
    scatter(l, number(l, 3, 8), CLEAR_MM);
}

static void squidge_off(sq_placement *l) {
    double nearest = lot(l, 8, 200);
    for (int c = 0; c < SQ_USUAL_COLOURS; c++) {
        sq_wink w = sq_put_any(l, (sq_colour)c, SQ_SIZES);
        double edge = nearest + lot(l, 0, 4) * sq_random_unit(&l->random);
        double rho = SQ_POT_BASE_MM / 2 + edge + sq_wink_radius_mm(sq_wink_size(w));
        double angle = (c + lot(l, 0.15, 0.85)) * M_PI / 2; /* a quarter for each: they do not meet */
        sq_put_at(l, w, (sq_mm){rho * cos(angle), rho * sin(angle)});
    }
}

static void hidden(sq_placement *l) {
    for (int n = number(l, 4, 6); n; n--) {
        sq_wink under = sq_put_any(l, SQ_NO_COLOUR, SQ_SMALL), over = sq_put_any(l, SQ_NO_COLOUR, SQ_LARGE);
        int base = sq_put_free(l, under, 40);
        if (base >= 0) sq_put_beside(l, over, base, -lot(l, 14, 19)); /* 19: one middle over the other */
    }
    for (int n = number(l, 1, 2); n; n--)
        pile(l, number(l, 3, 5), 2.5);
    scatter(l, number(l, 2, 5), CLEAR_MM);
}

/* Reaches in from past one side of the mat to a place on it. */
static void hand(sq_placement *l) {
    for (int n = number(l, 2, 4); n; n--)
        pair(l, SQ_NO_COLOUR, SQ_NO_COLOUR, lot(l, -4, 2));
    if (sq_random_chance(&l->random, 0.5)) sq_put_leaning(l, sq_put_any(l, SQ_NO_COLOUR, SQ_SIZES));
    scatter(l, number(l, 8, 14), CLEAR_MM);
    sq_put_rest_home(l);
    sq_hand h = sq_hand_make(&l->random);
    double side = sq_random_chance(&l->random, 0.5) ? 1 : -1;
    h.tip.x = lot(l, -700, 700);
    h.tip.y = side * lot(l, -100, 350);
    h.azimuth = side * M_PI / 2 + lot(l, -0.6, 0.6);
    sq_hand_put(l->scene, &h);
}

static void empty(sq_placement *l) {
    l->left = 0;
}

static void touching(sq_placement *l) {
    for (int n = number(l, 5, 8); n; n--)
        pair(l, SQ_NO_COLOUR, SQ_NO_COLOUR, TOUCH_MM);
}

static void closeup(sq_placement *l) {
    l->reach = (sq_mm){400, 220};
    for (int n = number(l, 4, 6); n; n--)
        pair(l, SQ_NO_COLOUR, SQ_NO_COLOUR, lot(l, -3, 2));
    pile(l, number(l, 3, 4), 7);
    scatter(l, number(l, 1, 4), CLEAR_MM);
}

static const struct {
    const char *name, *what;
    void (*fill)(sq_placement *l);
} families[SQ_FAMILIES] = {
#define X(name, what, function) {name, what, function},
    SQ_FAMILY_LIST(X)
#undef X
};

const char *sq_family_name(sq_family f) {
    return f < SQ_FAMILIES ? families[f].name : "?";
}

const char *sq_family_what(sq_family f) {
    return f < SQ_FAMILIES ? families[f].what : "?";
}

sq_family sq_family_from_name(const char *name) {
    unsigned f = 0;
    while (f < SQ_FAMILIES && strcmp(name, families[f].name))
        f++;
    return (sq_family)f;
}

static int by_distance_from_pot(const sq_scene *s, int a, int b) {
    double d = sq_disc_edge_to_axis(&s->pieces[a].disc, s->pot.at) -
               sq_disc_edge_to_axis(&s->pieces[b].disc, s->pot.at);
    return d < 0 ? -1 : d > 0;
}

/* The first four winks played it; in the order of their distances. */
static void note_squidge_off(sq_scene *s) {
    int order[SQ_USUAL_COLOURS] = {0, 1, 2, 3};
    for (int i = 1; i < SQ_USUAL_COLOURS; i++)
        for (int k = i; k > 0 && by_distance_from_pot(s, order[k], order[k - 1]) < 0; k--) {
            int swap = order[k];
            order[k] = order[k - 1];
            order[k - 1] = swap;
        }
    for (int i = 0; i < SQ_USUAL_COLOURS; i++)
        s->squidge_off[i] = s->pieces[order[i]].id;
    s->squidge_off_count = SQ_USUAL_COLOURS;
}

void sq_family_scene(sq_scene *out, sq_family f, uint64_t seed, int width, int height, sq_lighting lighting) {
    /* A family's seventh scene has nothing to do with another's seventh. 53 bits: JSON's numbers
     * hold them. */
    sq_random r = sq_random_for(seed, families[f].name);
    sq_room_wish wish = {sq_random_next(&r) >> 11, width, height, lighting, f == SQ_FAMILY_closeup};
    sq_room_make(out, &wish);
    snprintf(out->family, sizeof out->family, "%s", families[f].name);
    sq_placement l = sq_put_begin(out, "layout");
    families[f].fill(&l);
    if (f == SQ_FAMILY_squidge_off) note_squidge_off(out);
    sq_put_rest_home(&l);
}
