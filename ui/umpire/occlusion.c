/* What to do while something lies over winks: wait for a hand to go, but judge beside a thing that stays. */
#include "ui/umpire/umpire_state.h"
#include "vision/play/odds.h"

#include <math.h>

/* All that lies over the mat now lay there before. */
static bool is_same_veil(const sq_position *before, const sq_position *now) {
    for (int i = 0; i < now->region_count; i++) {
        const sq_region *r = &now->regions[i];
        int k = 0;
        while (k < before->region_count &&
               (sq_mm_distance(r->at, before->regions[k].at) > SQ_PLAY_VEIL_MM ||
                fabs(r->radius_mm - before->regions[k].radius_mm) > SQ_PLAY_VEIL_MM))
            k++;
        if (k == before->region_count) return false;
    }
    return true;
}

bool sq_umpire_veil_lasts(const sq_umpire *u, const sq_position *p) {
    return is_same_veil(&u->latest.position, p) || (u->is_veiled && is_same_veil(&u->veiled, p));
}

sq_code sq_umpire_judge_veiled(sq_umpire *u, sq_diag *d) {
    bool again, lasting = u->veil_lasts;
    u->is_veiled = false;
    u->veil_lasts = true;
    sq_code code = sq_umpire_judge(u, &u->veiled, u->veiled_start, u->veiled_rest, true, &again, d);
    u->veil_lasts = lasting;
    return code;
}

sq_code sq_umpire_wait_with(sq_umpire *u, const sq_position *p, double t_start, double t_rest, sq_diag *d) {
    u->is_veiled = true;
    u->veiled = *p;
    u->veiled_start = t_start;
    u->veiled_rest = t_rest;
    return sq_umpire_wait(u, &u->play, d);
}
