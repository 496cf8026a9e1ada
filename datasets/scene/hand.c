/* Poses a hand of fixed bones over the mat: fingers, palm and sleeve, turned to the direction from which the
 * arm comes. */
#include "datasets/scene/hand.h"

#include <stddef.h>

#include "datasets/scene/vector.h"
#include "rules/terms/equipment_sizes.h"

/* A hand's own frame: x from the fingertips back along the arm, y towards the thumb, z up; mm. */
typedef struct {
    double x, y, z, radius;
} joint;

typedef struct {
    const joint *joints;
    size_t count;
} bone;

/* A hand of middle size whose thumb and index finger hold something at the origin. */
static const joint index_finger[] = {{0, 5, 2, 7}, {22, 8, 17, 8}, {52, 12, 34, 9}, {95, 14, 38, 10.5}};
static const joint middle_finger[] = {{3, -13, 6, 7}, {25, -11, 22, 8}, {58, -8, 38, 9.5}, {98, -6, 42, 11}};
static const joint ring_finger[] = {
    {15, -31, 8, 7}, {34, -29, 24, 8}, {65, -27, 37, 9}, {100, -25, 40, 10.5}};
static const joint little_finger[] = {
    {34, -46, 8, 6}, {48, -46, 20, 7}, {74, -44, 32, 8}, {103, -41, 36, 9.5}};
static const joint thumb[] = {{4, 14, 4, 8}, {34, 26, 10, 9.5}, {72, 34, 22, 12}, {125, 22, 40, 16}};
static const joint palm_1[] = {{95, 14, 38, 11}, {165, 12, 50, 20}};
static const joint palm_2[] = {{98, -6, 42, 12}, {165, 2, 50, 20}};
static const joint palm_3[] = {{100, -25, 40, 11}, {165, -6, 50, 20}};
static const joint palm_4[] = {{103, -41, 36, 10}, {165, -14, 48, 18}};
static const joint wrist[] = {{165, 0, 50, 23}, {240, 0, 62, 26}};

#define BONE(b) \
    { b, sizeof(b) / sizeof *(b) }
static const bone bones[] = {BONE(index_finger), BONE(middle_finger), BONE(ring_finger), BONE(little_finger),
                             BONE(thumb),        BONE(palm_1),        BONE(palm_2),      BONE(palm_3),
                             BONE(palm_4),       BONE(wrist)};

/* Along the arm: where the sleeve ends, and where it leaves the picture. */
#define CUFF_MM 225.0
#define ELBOW_MM 480.0
#define SHOULDER_MM 900.0

sq_hand sq_hand_make(sq_random *r) {
    static const sq_rgb skins[] = {
        {0.58f, 0.34f, 0.24f}, {0.42f, 0.22f, 0.14f}, {0.24f, 0.11f, 0.06f}, {0.10f, 0.05f, 0.03f}};
    static const sq_rgb cloths[] = {{0.03f, 0.03f, 0.04f}, {0.10f, 0.12f, 0.13f}, {0.05f, 0.08f, 0.25f},
                                    {0.35f, 0.05f, 0.05f}, {0.55f, 0.54f, 0.50f}, {0.08f, 0.16f, 0.08f}};
    static const sq_rgb squidgers[] = {
        {0.05f, 0.05f, 0.05f}, {0.75f, 0.73f, 0.68f}, {0.30f, 0.05f, 0.30f}, {0.05f, 0.25f, 0.35f}};
    return (sq_hand){.tip = {0, 0, sq_random_range(r, 6, 40)},
                     .azimuth = sq_random_range(r, 0, 2 * M_PI),
                     .rise = sq_random_range(r, 40, 160),
                     .right = sq_random_chance(r, 0.85),
                     .skin = skins[sq_random_below(r, 4)],
                     .sleeve = cloths[sq_random_below(r, 6)],
                     .squidger = sq_random_chance(r, 0.7),
                     .squidger_radius = sq_random_range(r, 12.5, SQ_SQUIDGER_MAX_MM / 2),
                     .squidger_albedo = squidgers[sq_random_below(r, 4)]};
}

static sq_mm3 placed(const sq_hand *h, joint j) {
    double c = cos(h->azimuth), s = sin(h->azimuth), y = h->right ? j.y : -j.y;
    double up = h->rise * j.x / ELBOW_MM; /* the arm rises evenly towards the elbow */
    return (sq_mm3){h->tip.x + c * j.x - s * y, h->tip.y + s * j.x + c * y, h->tip.z + j.z + up};
}

static void add(sq_scene *s, const sq_hand *h, joint a, joint b, sq_rgb albedo) {
    if (s->flesh_count == SQ_FLESH_CAP) return;
    s->flesh[s->flesh_count++] = (sq_flesh){{placed(h, a), placed(h, b), a.radius, b.radius}, albedo};
}

void sq_hand_remove(sq_scene *s) {
    s->flesh_count = 0;
    if (s->piece_count && s->pieces[s->piece_count - 1].id == SQ_NO_WINK) s->piece_count--;
}

void sq_hand_put(sq_scene *s, const sq_hand *h) {
    static const joint cuff = {CUFF_MM, 0, 60, 34}, elbow = {ELBOW_MM, 0, 70, 44},
                       shoulder = {SHOULDER_MM, 0, 90, 55};
    sq_hand_remove(s);
    for (size_t b = 0; b < sizeof bones / sizeof *bones; b++)
        for (size_t j = 1; j < bones[b].count; j++)
            add(s, h, bones[b].joints[j - 1], bones[b].joints[j], h->skin);
    add(s, h, cuff, elbow, h->sleeve);
    add(s, h, elbow, shoulder, h->sleeve);
    if (!h->squidger || s->piece_count == SQ_PIECE_CAP) return;
    /* It stands askew between the fingertips, its lower edge at the tip. */
    double lean = 0.9, c = cos(h->azimuth), sn = sin(h->azimuth);
    sq_solid_disc d = {.normal = {-sin(lean) * c, -sin(lean) * sn, cos(lean)},
                       .radius = h->squidger_radius,
                       .thickness = 2.5,
                       .bevel = 0.6};
    double back = h->squidger_radius * cos(lean) - 6, up = h->squidger_radius * sin(lean) - 4;
    d.at = (sq_mm3){h->tip.x + c * back, h->tip.y + sn * back, fmax(h->tip.z + up, up + 5)};
    s->pieces[s->piece_count++] =
        (sq_piece){.disc = d, .id = SQ_NO_WINK, .albedo = h->squidger_albedo, .gloss = 0.06};
}
