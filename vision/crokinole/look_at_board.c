/* One look at a board: round things, the discs among them, the hole, regions and the score. */
#include "vision/crokinole/look_at_board.h"

#include <stdio.h>

#include "vision/crokinole/board_regions.h"
#include "vision/crokinole/disc_sizes.h"
#include "vision/crokinole/disc_solid.h"
#include "vision/crokinole/disc_tones.h"
#include "vision/crokinole/foreign_thing.h"
#include "vision/crokinole/rim_fit.h"
#include "vision/geometry/disc.h"
#include "vision/math/median.h"
#include "vision/math/odds.h"
#include "vision/math/tunable_number.h"

/* A disc whose middle is so near the hole's (mm) lies in it: the hole is 2 to 4 mm wider than a disc, and
 * stands up to 2 mm off the middle of the rings. From the second on it lies over the hole's edge. */
SQ_NUMBER(IN_HOLE_MM, 4.0);
SQ_NUMBER(OVER_HOLE_MM, 7.0);

/* At the hole: how far a face's colour must be from a side's to be none, in parts of what is allowed
 * elsewhere; and how much (levels) the gap about a disc in the hole differs from its face. */
SQ_NUMBER(HOLE_OTHER_COLOUR, 0.75f);
SQ_NUMBER(HOLE_GAP_LEVELS, 20.0f);
/* How surely a thing in the hole is a disc of which the colour, or the rim, does not tell. Mostly it is the
 * hole's own ground: it does not count, and an umpire is asked. */
SQ_NUMBER(STRANGER_SURE, 0.4);

/* What is foreign to the outer line: so many of its places (each 16 mm) hidden in a row, away from anything
 * round that is a disc or shows a whole rim. */
enum { HIDDEN_PLACES = 2 };
SQ_NUMBER(HIDES_RADII, 1.8);

/* An edge that is steeper than noise by so large a share of the picture's range (a pixel) is no rim's any
 * more: plain pictures have 0.03 to 0.11, and from 0.24 on discs are passed over. */
SQ_NUMBER(NOISE_MOST, 0.18);

/* The share of the board that may be overexposed: white discs on it are not seen then. Plain pictures have at
 * most 0.02, those with the light of a lamp on a white board 0.25 and more. */
SQ_NUMBER(OVEREXPOSED_MOST, 0.1);

/* Whether most of its rim shows. */
static bool mostly_shows(const sq_round_thing *t) {
    return 2 * t->support > 1;
}

/* The foot's middle is the face's, straight below: what is not known of the view moves it along the sight.
 * What it moves to the side, changes no gap to a line. */
static double view_sigma_of(sq_mm at, const sq_board_position *p) {
    const sq_seen_board *b = &p->board;
    sq_mm3 eye = sq_camera_position(&b->camera);
    double r = hypot(at.x, at.y), x = r > 0 ? at.x / r : 1, y = r > 0 ? at.y / r : 0;
    double by[3] = {-x, -y, r}, square = 0;
    double slant = (r - x * eye.x - y * eye.y) / eye.z * p->disc_height_sigma_mm;
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            square += by[i] * b->view_covariance[i][j] * by[j];
    return sqrt(p->disc_height_mm * p->disc_height_mm * square + slant * slant);
}

/* Of edges that are nearer to one another than they are blurred (a rim, a bevel, a side, a shadow) the one
 * that is seen lies anywhere between them: drawn and ray-traced discs whose pictures were blurred by 1.5 mm
 * were off by half of it, and their radii by up to as much. Whole outlines are told apart from what is beside
 * them as long as the picture blurs no more than reading between its pixels does. */
static double blur_sigma_of(const sq_round_thing *t, const sq_board_position *p) {
    double blur2 = p->board.blur_px * p->board.blur_px;
    if (t->is_solid) blur2 = fmax(0, blur2 - SQ_BETWEEN_PX * SQ_BETWEEN_PX);
    return sqrt(blur2) / sq_px_per_mm(&p->board.camera, (sq_mm3){t->at.x, t->at.y, 0}) / 2;
}

static double sigma_of(const sq_round_thing *t, const sq_board_position *p) {
    double view = t->is_solid ? t->shared_sigma_mm : view_sigma_of(t->at, p), blur = blur_sigma_of(t, p);
    return sqrt(t->sigma_mm * t->sigma_mm + view * view + blur * blur);
}

/* The probability that a disc at this place lies in the hole, and not over its edge. */
static double in_hole(const sq_round_thing *t, const sq_seen_board *b) {
    double off = sq_mm_distance(t->at, b->ring[SQ_RING_FIFTEEN].middle);
    if (off < IN_HOLE_MM) return 0.999;
    return off > OVER_HOLE_MM ? 0 : (OVER_HOLE_MM - off) / (OVER_HOLE_MM - IN_HOLE_MM);
}

/* The share of directions in which the face ends at a disc's rim, by more than its own grain: a hole is wider
 * than a disc, and where it is empty its ground goes on to its own edge. */
static double face_ends(const sq_colour_planes *picture, const sq_round_thing *t, const sq_seen_board *b,
                        double z) {
    static const double gap = 1.035; /* of a radius: within the narrowest hole, 1.06 disc radii wide */
    sq_disc disc = {.at = t->at, .z = z, .radius_mm = t->radius_mm};
    int ends = 0;
    sq_disc_place_circle(&disc, &b->camera);
    for (int i = 0; i < SQ_RIM_POINTS; i++) {
        float v[SQ_PLANE_COLOURS], off = 0;
        sq_colour_planes_between(picture,
                                 sq_disc_point(&disc, 2 * M_PI * i / SQ_RIM_POINTS, gap * t->radius_mm), v);
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            off = hypotf(off, v[k] - t->face[k]);
        ends += off > fmaxf(HOLE_GAP_LEVELS, 3 * t->spread);
    }
    return (double)ends / SQ_RIM_POINTS;
}

/* The probability that what is seen at the hole is a disc at all: by its colour, and by where it ends; that
 * tells little where the hole's edge shows better than a disc's. But what ends as a disc does is one as
 * likely as what was not even taken for one (take_stranger). */
static double is_no_hole(const sq_colour_planes *picture, const sq_round_thing *t, const sq_seen_board *b,
                         double z, float colour_off) {
    if (sq_mm_distance(t->at, b->ring[SQ_RING_FIFTEEN].middle) > OVER_HOLE_MM) return 1;
    if (colour_off > HOLE_OTHER_COLOUR) return 0;
    bool ends = face_ends(picture, t, b, z) > SQ_WHOLE_RIM;
    double is = (colour_off < SQ_HOLE_SAME_COLOUR ? 0.5 : 0) + (t->shows_edge ? 0.25 : 0.5) * ends;
    return ends ? fmax(is, STRANGER_SURE) : is;
}

/* The most such directions of a face that may lie a little beside where its circle was found: noise and the
 * hole's own edge move that. */
static double face_ends_nearby(const sq_colour_planes *picture, const sq_round_thing *t,
                               const sq_seen_board *b, double z) {
    double most = 0;
    for (int x = -2; x <= 2; x++)
        for (int y = -2; y <= 2; y++) {
            sq_round_thing beside = *t;
            beside.at = (sq_mm){t->at.x + x, t->at.y + y};
            most = fmax(most, face_ends(picture, &beside, b, z));
        }
    return most;
}

/* Whether what is at the hole has the very colour of a side. */
static bool has_a_sides_colour(const sq_disc_tones *tones, float colour_off) {
    return tones->side.known && colour_off < SQ_HOLE_SAME_COLOUR / 2;
}

/* Whether what shows too little of a rim may be a disc in the hole all the same: it has a side's very colour.
 * Or no disc of its side is elsewhere on the board, so that nothing tells the colour, but it ends where a
 * disc does. */
static bool may_lie_in_hole(const sq_colour_planes *picture, const sq_round_thing *t, const sq_seen_board *b,
                            double z, const sq_disc_tones *tones, float colour_off) {
    if (sq_mm_distance(t->at, b->ring[SQ_RING_FIFTEEN].middle) > IN_HOLE_MM) return false;
    if (has_a_sides_colour(tones, colour_off)) return true;
    if (tones->side.known == 2) return false;
    /* Boards without any disc are many, and the shadow in their hole ends somewhere too. */
    double ends = tones->side.known ? face_ends_nearby(picture, t, b, z) : face_ends(picture, t, b, z);
    return mostly_shows(t) && ends > SQ_WHOLE_RIM;
}

/* Out of play, and likelier no disc than one: what lies in the ditch. Nobody need look. A disc on the outer
 * line shows as surely as any, and what does not is the board's edge, or lies beside it. */
static bool counts_for_nothing(const sq_board_disc_seen *disc) {
    double is = disc->side_sure + disc->other_sure;
    double in_play = 1 - disc->probability[SQ_REGION_ON_OUTER] - disc->probability[SQ_REGION_DITCH];
    const double on_line =
        0.9; /* discs there show with .999, the board's edge with .55; lower: it is asked about */
    return is * in_play < 0.01 && is < (disc->region == SQ_REGION_DITCH ? 0.5 : on_line);
}

/* The colour of what is in the hole, be it its ground. */
static void look_into_hole(const sq_colour_planes *picture, const sq_seen_board *b, double radius_mm,
                           float colour[SQ_PLANE_COLOURS]) {
    sq_disc hole = {.at = b->ring[SQ_RING_FIFTEEN].middle, .radius_mm = radius_mm};
    float level[SQ_PLANE_COLOURS][SQ_RIM_POINTS];
    sq_disc_place_circle(&hole, &b->camera);
    sq_colours_around(picture, &hole, radius_mm / 2, SQ_RIM_POINTS,
                      (float *[]){level[0], level[1], level[2]});
    for (int k = 0; k < SQ_PLANE_COLOURS; k++)
        colour[k] = sq_median(level[k], SQ_RIM_POINTS);
}

/* Whether a disc was found that could not lie where this thing is. */
static bool is_taken(const sq_round_things *things, const sq_disc_tones *tones, int i,
                     const sq_round_thing *t) {
    for (int k = 0; k < things->count; k++)
        if (k != i && tones->is_disc[k] && sq_round_things_overlap(&things->thing[k], t)) return true;
    return false;
}

/* Whether what is round at the hole is a disc, for it has another colour than the empty hole had. */
static bool fills_hole(const sq_round_things *things, const sq_disc_tones *tones, int i,
                       const sq_seen_board *b, const sq_side_tones *before) {
    const sq_round_thing *t = &things->thing[i];
    return before && before->hole_seen && mostly_shows(t) &&
           sq_mm_within(t->at, b->ring[SQ_RING_FIFTEEN].middle, OVER_HOLE_MM) &&
           sq_disc_tone_off(t->face, before->hole) > 1 && !is_taken(things, tones, i, t);
}

static void take_disc(sq_board_position *out, const sq_round_thing *t, sq_board_side side, double sure,
                      double other_sure) {
    if (out->count == SQ_BOARD_DISC_CAP) return;
    sq_board_disc_seen *disc = &out->disc[out->count++];
    *disc = (sq_board_disc_seen){.side = side, .side_sure = sure, .other_sure = other_sure, .at = t->at};
    sq_mm3 top = {t->at.x, t->at.y, out->disc_height_mm};
    disc->px = sq_px_from_mm3(&out->board.camera, top);
    disc->radius_px = out->disc_radius_mm * sq_px_per_mm(&out->board.camera, top);
    disc->wrong_circle = t->wrong_circle;
    disc->own_sigma_mm = t->sigma_mm;
    disc->sigma_mm = sigma_of(t, out);
    sq_board_regions_judge(
        disc, &out->board,
        (sq_disc_radius){out->disc_radius_mm, hypot(out->disc_radius_sigma_mm, blur_sigma_of(t, out))},
        in_hole(t, &out->board));
    if (counts_for_nothing(disc)) out->count--;
}

/* A disc of which nothing but the hole's other colour tells that it is one: its colour tells whose, or is
 * learned from it. */
static void take_from_hole(sq_board_position *out, const sq_round_thing *t, const sq_side_tones *before) {
    sq_side_tones *tones = &out->tones;
    const sq_side_tones *from = tones->known ? tones : before;
    double off[SQ_BOARD_SIDES];
    for (int k = 0; k < SQ_BOARD_SIDES; k++)
        off[k] = from->seen[k] ? sq_disc_tone_off(t->face, from->colour[k]) : 1;
    sq_board_side side = off[SQ_LIGHT] <= off[SQ_DARK] ? SQ_LIGHT : SQ_DARK;
    double sure = sq_from_log_odds(6 * (off[!side] - off[side]));
    if (!tones->known) out->sides_doubt = 1 - sure;
    if (!tones->known) tones->seen[SQ_LIGHT] = tones->seen[SQ_DARK] = false;
    if (tones->known < SQ_BOARD_SIDES && !tones->seen[side]) {
        tones->known++;
        tones->seen[side] = true;
        for (int k = 0; k < SQ_PLANE_COLOURS; k++)
            tones->colour[side][k] = t->face[k];
        if (tones->known == 1) sure = 1; /* whose it is, is in doubt as a whole */
    }
    take_disc(out, t, side, sure, 1 - sure);
}

/* What may be a disc in the hole, or its ground: mostly the latter. If it is one, and has not the very colour
 * of a side, it is of the side that is not seen elsewhere; where neither is, either's. */
static void take_stranger(sq_board_position *out, const sq_round_thing *t, const sq_disc_tones *tones,
                          int i) {
    double sure = STRANGER_SURE, other = 0;
    sq_board_side side = tones->tone[i];
    if (out->tones.known == 1 && !has_a_sides_colour(tones, tones->colour_off[i]))
        side = sq_board_other_side(out->tones.seen[SQ_LIGHT] ? SQ_LIGHT : SQ_DARK);
    if (!out->tones.known) sure = other = STRANGER_SURE / 2;
    take_disc(out, t, side, sure, other);
}

/* Where no disc lies in the hole, nor anything that ends where a disc does, its ground is seen. */
static void learn_hole(sq_board_position *out, const sq_colour_planes *picture,
                       const sq_round_things *things) {
    for (int i = 0; i < things->count; i++)
        if (sq_mm_within(things->thing[i].at, (sq_mm){0, 0}, things->disc_radius_mm) &&
            face_ends(picture, &things->thing[i], &out->board, out->disc_height_mm) > SQ_WHOLE_RIM)
            return;
    for (int i = 0; i < out->count; i++)
        if (sq_mm_within(out->disc[i].at, (sq_mm){0, 0}, 2 * out->disc_radius_mm)) return;
    out->tones.hole_seen = true;
    look_into_hole(picture, &out->board, out->disc_radius_mm, out->tones.hole);
}

/* What shows most of a rim and is nobody's disc, and what is likelier no disc than one. */
static void note_strangers(sq_board_strangers *out, const sq_round_things *things, const sq_disc_tones *tones,
                           const sq_seen_board *b, const sq_side_tones *before) {
    for (int i = 0; i < things->count && out->count < SQ_BOARD_DISC_CAP; i++) {
        const sq_round_thing *t = &things->thing[i];
        bool nobodys = tones->is_disc[i] ? tones->sure[i] < 0.5 : mostly_shows(t);
        nobodys &= !is_taken(things, tones, i, t) && !fills_hole(things, tones, i, b, before);
        if (nobodys) out->at[out->count++] = t->at;
    }
}

/* Whether a round thing hides what lies about it: a disc, or what shows so much of its rim that it is one,
 * pale as it may be on a pale board. */
static bool hides(const sq_round_thing *t, const sq_disc_tones *tones, int i) {
    bool disc = tones->is_disc[i] && tones->sure[i] + tones->other[i] >= 0.5;
    return mostly_shows(t) && (disc || t->support > SQ_WHOLE_RIM);
}

/* The edges of the picture. */
enum { LEFT, RIGHT, TOP, BOTTOM, EDGES };

/* Places of the outer line in a row that are hidden: how many, the last one, and how many lie beyond each
 * edge of the picture. */
typedef struct {
    int count, last, beyond[EDGES];
} stretch;

static sq_mm outer_place(int i) {
    double a = 2 * M_PI * i / SQ_RING_PLACES;
    return (sq_mm){SQ_BOARD_OUTER_MM * cos(a), SQ_BOARD_OUTER_MM * sin(a)};
}

/* Whether the outer line is seen there, or would be but for a disc, with its side and its shadow. */
static bool is_clear(const sq_board_position *p, const sq_round_things *things, const sq_disc_tones *tones,
                     int place) {
    if (p->board.ring[SQ_RING_OUTER].shows[place]) return true;
    const sq_mm at = outer_place(place);
    for (int k = 0; k < things->count; k++)
        if (hides(&things->thing[k], tones, k) &&
            sq_mm_distance(things->thing[k].at, at) < HIDES_RADII * p->disc_radius_mm)
            return true;
    return false;
}

static void add_place(stretch *s, const sq_board_position *p, int place) {
    sq_mm on = outer_place(place);
    sq_px at = sq_px_from_mm3(&p->board.camera, (sq_mm3){on.x, on.y, 0});
    s->count++;
    s->last = place;
    s->beyond[LEFT] += at.x < 0;
    s->beyond[RIGHT] += at.x > p->width - 1;
    s->beyond[TOP] += at.y < 0;
    s->beyond[BOTTOM] += at.y > p->height - 1;
}

/* The edge of the picture that cuts off the board there; null: none does, and something lies over it. */
static const char *cut_off_at(const stretch *s) {
    static const char *const names[EDGES] = {"left", "right", "top", "bottom"};
    int most = LEFT;
    for (int k = RIGHT; k < EDGES; k++)
        if (s->beyond[k] > s->beyond[most]) most = k;
    return s->beyond[most] >= HIDDEN_PLACES ? names[most] : NULL;
}

static bool is_covered(const stretch *s) {
    return s->count >= HIDDEN_PLACES && !cut_off_at(s);
}

/* The longest stretch of the outer line that something covers; where nothing does, that is hidden at all. */
static stretch hidden_stretch(const sq_board_position *p, const sq_round_things *things,
                              const sq_disc_tones *tones) {
    stretch longest = {0}, now = {0};
    int first = 0;
    while (first < SQ_RING_PLACES - 1 && !is_clear(p, things, tones, first))
        first++;
    for (int i = 1; i <= SQ_RING_PLACES; i++) {
        int place = (first + i) % SQ_RING_PLACES;
        if (!is_clear(p, things, tones, place)) {
            add_place(&now, p, place);
            continue;
        }
        bool covered = is_covered(&now), was = is_covered(&longest);
        if (covered != was ? covered : now.count > longest.count) longest = now;
        now = (stretch){0};
    }
    return now.count > longest.count ? now : longest; /* nothing of it may be clear */
}

/* Where a disc lies, were its edges taken for one another at first. Where another disc is, it does not lie.
 */
static sq_round_thing settle(const sq_colour_planes *picture, const sq_seen_board *b,
                             const sq_round_things *things, const sq_disc_tones *tones, int i) {
    sq_round_thing around = things->thing[i];
    sq_rim_look_around(&around, picture, &b->camera, things->disc_height_mm, things->noise);
    if (is_taken(things, tones, i, &around)) around = things->thing[i];
    sq_round_thing t = around;
    sq_rim_settle(&t, picture, &b->camera, things->disc_height_mm, things->noise);
    return is_taken(things, tones, i, &t) ? around : t;
}

/* What keeps the board from being judged: something over its outer line, or wider than discs over it or its
 * ditch. */
static void refuse_covered(sq_board_position *p, const sq_colour_planes *picture,
                           const sq_round_things *things, const sq_disc_tones *tones) {
    sq_mm at;
    const stretch hidden = hidden_stretch(p, things, tones);
    bool line = hidden.count >= HIDDEN_PLACES, apart = false;
    if (!line && !sq_foreign_thing_find(picture, &p->board, things, &at, &apart)) return;
    const char *edge = line ? cut_off_at(&hidden) : NULL;
    if (edge) {
        snprintf(p->refusal, sizeof p->refusal,
                 "the board is cut off at the picture's %s edge; show the whole board", edge);
        return;
    }
    if (line) at = outer_place(hidden.last - hidden.count / 2);
    sq_px px = sq_px_from_mm3(&p->board.camera, (sq_mm3){at.x, at.y, 0});
    if (apart) {
        snprintf(p->refusal, sizeof p->refusal,
                 "something lies over the board at pixel (%.0f, %.0f), or a picture is printed there; clear "
                 "the board, or play on one without a picture",
                 px.x, px.y);
        return;
    }
    snprintf(p->refusal, sizeof p->refusal,
             "something lies over the board%s at pixel (%.0f, %.0f), perhaps a hand; clear the board",
             line                                    ? "'s outer line"
             : hypot(at.x, at.y) > SQ_BOARD_OUTER_MM ? "'s ditch"
                                                     : "",
             px.x, px.y);
}

/* What keeps discs of a side that is not seen from being seen. */
static void refuse_hidden(sq_board_position *p, const sq_round_things *things, const sq_disc_tones *tones) {
    bool light = sq_disc_tones_may_hide(tones, things, SQ_LIGHT),
         dark = sq_disc_tones_may_hide(tones, things, SQ_DARK);
    if (light || dark)
        snprintf(p->refusal, sizeof p->refusal,
                 "the picture is too noisy: %s, if there are any, might not show; give the board more light",
                 !dark    ? "light discs"
                 : !light ? "dark discs"
                          : "discs that are nearly of the board's colour");
}

/* What keeps discs from being seen: too little light, or too much. */
static void refuse_light(sq_board_position *p, const sq_round_things *things, const sq_disc_tones *tones) {
    if (things->noise > NOISE_MOST * (double)fmaxf(tones->range, p->board.line_contrast))
        snprintf(p->refusal, sizeof p->refusal,
                 "the picture is too noisy for rims of discs to show; give the board more light");
    else if (things->overexposed > OVEREXPOSED_MOST)
        snprintf(p->refusal, sizeof p->refusal,
                 "%.0f %% of the board is overexposed, where light discs do not show; give it less light",
                 100 * things->overexposed);
    if (!*p->refusal) refuse_hidden(p, things, tones);
}

sq_code sq_look_at_board(const sq_colour_planes *picture, const sq_seen_board *b,
                         const sq_board_memory *memory, sq_board_position *out, sq_diag *d) {
    const sq_side_tones *before = memory ? &memory->tones : NULL;
    sq_round_things things, settled; /* at the height that is learned; some 30 kB each */
    static _Thread_local sq_disc_tones tones;
    sq_disc_rulers rulers = {0};
    if (memory) rulers = memory->rulers;
    sq_code code = sq_round_things_find(picture, b, &rulers, &things, d);
    if (code) return code;
    sq_disc_tones_learn(&tones, &things, b, before && before->known == SQ_BOARD_SIDES ? before : NULL);
    sq_disc_sizes_learn(&things, &tones, picture, &b->camera, &rulers);
    if (!tones.side.seen[SQ_LIGHT] || !tones.side.seen[SQ_DARK])
        code = sq_round_things_pixel_noise(&things, picture, b, d);
    if (code) return code;
    settled = things;
    for (int i = 0; i < things.count; i++)
        if (tones.is_disc[i]) settled.thing[i] = settle(picture, b, &settled, &tones, i);
    code = sq_disc_solids_fit(&settled, &tones, picture, b, d);
    if (code) return code;
    *out = (sq_board_position){.width = picture->width,
                               .height = picture->height,
                               .board = *b,
                               .disc_radius_mm = settled.disc_radius_mm,
                               .disc_radius_sigma_mm = settled.disc_radius_sigma_mm,
                               .disc_height_mm = settled.disc_height_mm,
                               .disc_height_sigma_mm = settled.disc_height_sigma_mm};
    out->tones = tones.side;
    out->rulers = rulers;
    out->sides_doubt = tones.swapped;
    for (int i = 0; i < things.count; i++) {
        const sq_round_thing *t = &things.thing[i];
        if (fills_hole(&things, &tones, i, b, before)) {
            take_from_hole(out, &settled.thing[i], before);
            continue;
        }
        if (!tones.is_disc[i]) {
            if (!is_taken(&things, &tones, i, t) &&
                may_lie_in_hole(picture, t, b, things.disc_height_mm, &tones, tones.colour_off[i]))
                take_stranger(out, &settled.thing[i], &tones, i);
            continue;
        }
        double is = is_no_hole(picture, t, b, things.disc_height_mm, tones.colour_off[i]);
        if (is > 0) take_disc(out, &settled.thing[i], tones.tone[i], is * tones.sure[i], is * tones.other[i]);
    }
    sq_board_position_score(out);
    learn_hole(out, picture, &things);
    note_strangers(&out->strangers, &things, &tones, b, before);
    refuse_light(out, &things, &tones);
    if (!*out->refusal) refuse_covered(out, picture, &settled, &tones);
    return SQ_OK;
}
