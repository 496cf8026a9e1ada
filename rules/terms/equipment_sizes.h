/* The sizes of the equipment, in millimetres, each with the rule that it comes from (ETwA 2012). */
#ifndef SQ_RULES_TERMS_EQUIPMENT_SIZES_H
#define SQ_RULES_TERMS_EQUIPMENT_SIZES_H

#include "rules/terms/wink.h"

#define SQ_LARGE_MM 22.0                                         /* diameter of a large wink (2.1.1) */
#define SQ_SMALL_MM 16.0                                         /* diameter of a small wink (2.1.1) */
#define SQ_SMALL_FACE_MM2 (M_PI * SQ_SMALL_MM * SQ_SMALL_MM / 4) /* area of a small wink's face */
#define SQ_WINK_THICKNESS_MM 1.5                                 /* 2.1.1: "approximately" */
#define SQ_MAT_LENGTH_MM 1828.8                                  /* 6 feet, along x (2.3.1) */
#define SQ_MAT_WIDTH_MM 914.4                                    /* 3 feet, along y (2.3.1) */
#define SQ_MAT_THICKNESS_MM 2.0   /* no rule says; the usual thickness of felt mats */
#define SQ_BASELINE_MM 914.4      /* a baseline's distance from the centre, on the mat's diagonal (2.3.1) */
#define SQ_POT_HEIGHT_MM 38.0     /* the pot's height (2.4) */
#define SQ_POT_TOP_MM 48.0        /* outer diameter at the top (2.4) */
#define SQ_POT_BASE_MM 38.0       /* outer diameter at the base (2.4) */
#define SQ_OFF_MAT_INSET_MM 22.0  /* from the boundary to a wink that is put back (13.1 i) */
#define SQ_OFF_MAT_CLEAR_MM 100.0 /* from it to other winks and to baselines in use (13.1 ii, iii) */
#define SQ_POT_OUT_GAP_MM 2.0     /* the least gap between winks after a pot-out (20.1) */
#define SQ_SQUIDGER_MAX_MM 51.0   /* the largest diameter of a squidger (2.2.1) */

static inline double sq_wink_diameter_mm(sq_size s) {
    return s == SQ_LARGE ? SQ_LARGE_MM : SQ_SMALL_MM;
}

static inline double sq_wink_radius_mm(sq_size s) {
    return sq_wink_diameter_mm(s) / 2;
}

#endif
