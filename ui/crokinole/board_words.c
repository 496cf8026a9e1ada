/* Sentences about a board: the score, where discs score, what is asked, what was measured. */
#include "ui/crokinole/board_words.h"

#include <math.h>
#include <string.h>

#include "vision/crokinole/board_regions.h"

/* A line's name among players: "15". */
static const char *line_name(sq_ring line) {
    static const char *const names[SQ_RINGS] = {
        [SQ_RING_OUTER] = "outer", [SQ_RING_TEN] = "10", [SQ_RING_FIFTEEN] = "15"};
    return names[line];
}

static int count_in_play(const sq_board_position *p, sq_board_side side) {
    int n = 0;
    for (int i = 0; i < p->count; i++)
        n += p->disc[i].side == side && p->disc[i].region != SQ_REGION_DITCH && sq_board_counts(&p->disc[i]);
    return n;
}

/* Things in play that are asked about, and are likelier no disc, or one of the other side. */
static int count_perhaps(const sq_board_position *p) {
    int n = 0;
    for (int i = 0; i < p->count; i++)
        n += sq_board_must_look(p, i) && !sq_board_counts(&p->disc[i]);
    return n;
}

sq_board_doubt sq_board_doubt_of(const sq_board_disc_seen *disc) {
    if (sq_board_value_sure(disc) < disc->side_sure) return SQ_DOUBT_LINE;
    return disc->other_sure > sq_board_is_none(disc) ? SQ_DOUBT_SIDE : SQ_DOUBT_DISC;
}

int sq_board_questions(const sq_board_position *p) {
    int n = 0;
    for (int i = 0; i < p->count; i++)
        n += sq_board_must_look(p, i);
    return n;
}

/* The probability of what is likeliest: a disc of its side where it seems to lie, one of the other side, or
 * none. */
static double likeliest(const sq_board_disc_seen *disc) {
    return fmax(disc->side_sure * disc->probability[disc->region],
                fmax(disc->other_sure, sq_board_is_none(disc)));
}

int sq_board_doubts(const sq_board_position *p, int disc[SQ_BOARD_DISC_CAP]) {
    int n = 0;
    for (int i = 0; i < p->count; i++) {
        if (!sq_board_must_look(p, i)) continue;
        int k = n++;
        for (; k && likeliest(&p->disc[disc[k - 1]]) > likeliest(&p->disc[i]); k--)
            disc[k] = disc[k - 1];
        disc[k] = i;
    }
    return n;
}

const char *sq_board_gap_say(char to[SQ_LINE_GAP_MAX], const sq_board_disc_seen *disc) {
    snprintf(to, SQ_LINE_GAP_MAX, "%s the %s line %.1f ± %.1f mm",
             disc->clearance_mm < 0 ? "overlap with" : "gap to", line_name(disc->nearest),
             fabs(disc->clearance_mm), disc->clearance_sigma_mm);
    return to;
}

/* Scores are multiples of this; a disc scores so many of them at most. */
enum { STEP = 5, DISC_STEPS = 20 / STEP, STEPS = SQ_BOARD_DISC_CAP * DISC_STEPS + 1 };

/* How likely disc i is to add each number of steps to a side's score. */
static void score_of_disc(double share[DISC_STEPS + 1], const sq_board_position *p, int i,
                          sq_board_side side) {
    const sq_board_disc_seen *disc = &p->disc[i];
    bool own = disc->side == side;
    memset(share, 0, (DISC_STEPS + 1) * sizeof *share);
    if (!sq_board_must_look(p, i)) {
        share[own && sq_board_counts(disc) ? sq_board_region_value(disc->region) / STEP : 0] = 1;
        return;
    }
    double is = own ? disc->side_sure : disc->other_sure;
    share[0] = 1 - is;
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        share[sq_board_region_value((sq_board_region)r) / STEP] += is * disc->probability[r];
}

/* Adds `weight` times how likely each score of a side is. */
static void add_scores(double chance[STEPS], const sq_board_position *p, sq_board_side side, double weight) {
    double sum[STEPS] = {[0] = weight}, share[DISC_STEPS + 1];
    for (int i = 0; i < p->count; i++) {
        score_of_disc(share, p, i, side);
        for (int k = STEPS - 1; k >= 0; k--) {
            double with = 0;
            for (int n = 0; n <= DISC_STEPS && n <= k; n++)
                with += share[n] * sum[k - n];
            sum[k] = with;
        }
    }
    for (int k = 0; k < STEPS; k++)
        chance[k] += sum[k];
}

static bool asks_for_sides(const sq_board_position *p) {
    return p->tones.known == 1 && p->sides_doubt >= SQ_BOARD_SAID;
}

const char *sq_board_score_say(char to[SQ_BOARD_SCORE_MAX], const sq_board_position *p, sq_board_side side) {
    double chance[STEPS] = {0}, below = 0, above = 0, swapped = asks_for_sides(p) ? p->sides_doubt : 0;
    int low = 0, high = STEPS - 1;
    add_scores(chance, p, side, 1 - swapped);
    if (swapped > 0) add_scores(chance, p, !side, swapped);
    while (low < high && (below += chance[low]) <= SQ_BOARD_SAID / 2)
        low++;
    while (high > low && (above += chance[high]) <= SQ_BOARD_SAID / 2)
        high--;
    if (low == high)
        snprintf(to, SQ_BOARD_SCORE_MAX, "%d", STEP * low);
    else
        snprintf(to, SQ_BOARD_SCORE_MAX, "%d to %d", STEP * low, STEP * high);
    return to;
}

static void say_score(FILE *to, const sq_board_position *p) {
    int n = sq_board_questions(p);
    fprintf(to, "  %s: light %d, dark %d", n && p->score_probability < 0.99 ? "likeliest score" : "score",
            p->score[SQ_LIGHT], p->score[SQ_DARK]);
    if (p->score_probability < 0.99) fprintf(to, " (%.0f %%)", 100 * p->score_probability);
    fputs("; discs that were taken off as 20s are not in the picture\n", to);
}

/* Whether more is asked about a disc than whose all of them are. */
static bool is_question_of_its_own(const sq_board_position *p, int i) {
    return sq_board_must_look(p, i) && (p->tones.known != 1 || sq_board_disc_is_doubted(&p->disc[i]));
}

/* "light: 15 twice, 10 on the 15 line, ..." by regions from the middle outwards. */
void sq_board_side_say(FILE *to, const sq_board_position *p, sq_board_side side) {
    static const char *const names[SQ_BOARD_REGIONS] = {"in the hole (20)",
                                                        "within the 15 line (15)",
                                                        "on the 15 line (10)",
                                                        "within the 10 line (10)",
                                                        "on the 10 line (5)",
                                                        "within the outer line (5)",
                                                        "on the outer line (out of play)",
                                                        "in the ditch"};
    bool first = true;
    for (int r = 0; r < SQ_BOARD_REGIONS; r++) {
        int n = 0;
        for (int i = 0; i < p->count; i++)
            n += p->disc[i].side == side && (int)p->disc[i].region == r && sq_board_counts(&p->disc[i]);
        if (!n) continue;
        if (first) fprintf(to, "  %s:", sq_board_side_name(side));
        fprintf(to, "%s %d %s", first ? "" : ",", n, names[r]);
        first = false;
    }
    if (!first) fputc('\n', to);
}

/* The two likeliest values of a disc. */
static void say_values(FILE *to, const sq_board_disc_seen *disc) {
    const char *between = "";
    for (int r = 0; r < SQ_BOARD_REGIONS; r++)
        if (disc->probability[r] > SQ_BOARD_SAID) {
            bool on_line = r == SQ_REGION_ON_FIFTEEN || r == SQ_REGION_ON_TEN || r == SQ_REGION_ON_OUTER;
            fprintf(to, "%s%d%s (%.0f %%)", between, sq_board_region_value((sq_board_region)r),
                    on_line                ? ", on the line"
                    : r == SQ_REGION_DITCH ? ", in the ditch"
                                           : "",
                    100 * disc->probability[r]);
            between = " or ";
        }
}

static void ask_for_disc(FILE *to, const sq_board_disc_seen *disc) {
    const char *side = sq_board_side_name(disc->side), *other = sq_board_side_name(!disc->side);
    double sure = 100 * disc->side_sure, other_sure = 100 * disc->other_sure;
    if (disc->other_sure > SQ_BOARD_SAID)
        fprintf(to, "is there a disc at pixel (%.0f, %.0f)? %s (%.0f %%), %s (%.0f %%) or none (%.0f %%)",
                disc->px.x, disc->px.y, side, sure, other, other_sure, 100 * sq_board_is_none(disc));
    else
        fprintf(to, "is there a %s disc at pixel (%.0f, %.0f)? (%.0f %%)", side, disc->px.x, disc->px.y,
                sure);
    fprintf(to, " It would score %d\n", sq_board_region_value(disc->region));
}

static void say_question(FILE *to, const sq_board_disc_seen *disc) {
    const char *side = sq_board_side_name(disc->side);
    char gap[SQ_LINE_GAP_MAX];
    fputs("  LOOK: ", to);
    switch (sq_board_doubt_of(disc)) {
    case SQ_DOUBT_SIDE:
        fprintf(to, "is the disc at pixel (%.0f, %.0f) %s (%.0f %%) or %s (%.0f %%)? It scores %d\n",
                disc->px.x, disc->px.y, side, 100 * disc->side_sure, sq_board_side_name(!disc->side),
                100 * disc->other_sure, sq_board_region_value(disc->region));
        break;
    case SQ_DOUBT_DISC: ask_for_disc(to, disc); break;
    case SQ_DOUBT_LINE:
        fprintf(to, "does the %s disc at pixel (%.0f, %.0f) touch a line? %s: ", side, disc->px.x, disc->px.y,
                sq_board_gap_say(gap, disc));
        say_values(to, disc);
        fputc('\n', to);
    }
}

/* All discs are of one colour, and it is not plain which of the two. */
static void say_sides(FILE *to, const sq_board_position *p) {
    if (!asks_for_sides(p)) return;
    bool light = p->tones.seen[SQ_LIGHT];
    fprintf(to, "  LOOK: all discs are of one colour: are they light or dark? %s (%.0f %%) or %s (%.0f %%)\n",
            sq_board_side_name(light ? SQ_LIGHT : SQ_DARK), 100 * (1 - p->sides_doubt),
            sq_board_side_name(light ? SQ_DARK : SQ_LIGHT), 100 * p->sides_doubt);
}

/* Without a disc nothing tells how large they are. */
static bool shows_discs(const sq_board_position *p) {
    for (int i = 0; i < p->count; i++)
        if (sq_board_counts(&p->disc[i])) return true;
    return false;
}

void sq_board_lines_say(FILE *to, const sq_board_position *p) {
    const sq_ring_line *ring = p->board.ring;
    bool measured = shows_discs(p);
    fprintf(to,
            "  measured, if the outer line's radius is %.0f mm: 10 line %.1f ± %.1f mm and 15 line %.1f ± "
            "%.1f mm from the middle, lines %.1f mm wide",
            SQ_BOARD_OUTER_MM, ring[SQ_RING_TEN].radius_mm, ring[SQ_RING_TEN].sigma_mm,
            ring[SQ_RING_FIFTEEN].radius_mm, ring[SQ_RING_FIFTEEN].sigma_mm,
            2 * ring[SQ_RING_TEN].half_width_mm);
    if (measured) fprintf(to, ", a disc's radius %.2f mm", p->disc_radius_mm);
    fprintf(to, "\n  assumed: a disc is %.1f ± %.1f mm thick", p->disc_height_mm, p->disc_height_sigma_mm);
    if (!measured) fprintf(to, ", and its radius is %.1f mm", p->disc_radius_mm);
    fputc('\n', to);
}

void sq_board_measures_say(FILE *to, const sq_board_position *p, const char *image) {
    fprintf(to, "%s: the board is found\n", image);
    for (int k = 0; k < SQ_RINGS; k++)
        fprintf(to, "  %s line: %.0f %% of it is seen, %.2f mm about its circle\n", line_name((sq_ring)k),
                100 * p->board.ring[k].seen, p->board.ring[k].rms_mm);
    sq_board_lines_say(to, p);
}

void sq_board_position_say(FILE *to, const sq_board_position *p, const char *image) {
    if (*p->refusal) {
        fprintf(to, "%s: no ruling: %s\n", image, p->refusal);
        return;
    }
    int light = count_in_play(p, SQ_LIGHT), dark = count_in_play(p, SQ_DARK);
    int perhaps = count_perhaps(p);
    fprintf(to, "%s: a crokinole board, %d light and %d dark disc%s in play", image, light, dark,
            dark == 1 ? "" : "s");
    if (perhaps) fprintf(to, ", %d perhaps", perhaps);
    fputc('\n', to);
    say_score(to, p);
    for (int side = 0; side < SQ_BOARD_SIDES; side++)
        sq_board_side_say(to, p, (sq_board_side)side);
    say_sides(to, p);
    for (int i = 0; i < p->count; i++)
        if (is_question_of_its_own(p, i)) say_question(to, &p->disc[i]);
    sq_board_lines_say(to, p);
}
