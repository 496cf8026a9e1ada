/* Every tolerance of calibration: its unit, its reason, and what breaks when it moves. */
#ifndef SQ_CALIB_TOLERANCE_H
#define SQ_CALIB_TOLERANCE_H

/* ---- The first look (mat_small, mat_lines, mat_guess) ---- */

/* Slopes in units of their median over the picture, nearly all of which is felt or table: at 2.5 some 2 % of
 * pure noise is left (Rayleigh), at 8 nothing is noise. Lower: texture votes; higher: a table of nearly the
 * mat's colour is lost. */
#define SQ_SLOPE_NONE 2.5
#define SQ_SLOPE_FULL 8.0
/* Grey levels a small pixel: the least noise that is believed. Coding makes flat felt exactly flat. */
#define SQ_SLOPE_FLOOR 0.15

/* The least evidence of a line that is looked at, as a share of the small picture's longer side: a short side
 * of a mat that takes half the picture is 0.25 long; half of it may be hidden, and half as clear as can be.
 * Lower: more lines to try; higher: weak short sides are lost. */
#define SQ_LINE_LEAST 0.03

/* The focal length of the first guess, in half longer sides of the picture: 61° of view, the middle of
 * webcams (78°) and phones' main cameras (66°) and lenses put on a stand (50°). */
#define SQ_GUESS_FOCAL 1.7
/* Cosine of the greatest tilt of the camera against the plumb line, 40°: an overhead camera. */
#define SQ_GUESS_UPRIGHT 0.77
/* Radians: opposite sides seem so parallel under that tilt; neighbours cross at least so steeply. */
#define SQ_GUESS_PARALLEL 0.30
#define SQ_GUESS_CROSSING 1.0
/* Length of the mat in half longer sides of the picture: smaller, and a wink is below 5 pixels at 1080p;
 * larger, and no two opposite sides are in the picture. */
#define SQ_GUESS_LEAST 0.7
#define SQ_GUESS_MOST 3.2
/* The fourth side lies so near to where three sides put it, as a share of the mat's length: a focal length 40
 * % off under 10° of tilt. */
#define SQ_GUESS_FAR 0.08
/* Root of the mean evidence that an invented side finds in texture. */
#define SQ_SIDE_CHANCE 0.25
/* Guesses whose corners all lie within this share of half the picture's width are one. */
#define SQ_SAME_GUESS 0.006

/* ---- Winks and pot before any camera (mat_discs) ---- */

/* Code values by which a wink's colour differs from the ground's: felt and wood keep within a few of their
 * tile's median. Lower: wood's grain makes spots; higher: winks under a bright lamp are lost. */
#define SQ_DISC_TINT 9.0
/* Shares of a spot's own colour: fainter is the ground's noise; stronger is the wink alone. */
#define SQ_DISC_FAINT 0.15
#define SQ_DISC_PLAIN 0.8
/* Small pixels: the least area that has a shape; how much longer than wide (variances) a disc may
 * be, and how full its own ellipse is (a disc's is 1, blur takes some; two discs that overlap have
 * less or are oblong). */
#define SQ_DISC_LEAST_AREA 6.0
#define SQ_DISC_OBLONG 1.35
#define SQ_DISC_FILL 0.8
/* Deviation of a spot's radius, logarithm: small and large ones are 0.32 apart. And the share of the best
 * fit at which another scale is tried, since winks of one size alone may be large or small ones. */
#define SQ_DISC_LOG_SIGMA 0.06
#define SQ_DISC_RIVAL 0.8
/* How well a spot must fit the scale (2 deviations), and how many must. */
#define SQ_DISC_FITS 0.135
#define SQ_DISCS_LEAST 2
/* Small pixels to each side of the rim's radius that are voted for, and the votes for a pixel of it without
 * which nothing is there. Other things have as many: the rim is then looked at in the picture itself
 * (mat_pot). */
#define SQ_POT_RING_PX 1.0
#define SQ_POT_RIM_SEEN 0.8

/* ---- A wink's rim as a ruler (mat_rim) ---- */

/* Code values of Cb and Cr from ground to wink: fewer, and the coding's blocks are the edge. */
#define SQ_RIM_TINT 12.0
/* Shares of that step by which a colour may be off the way from wink to ground: more is something else. */
#define SQ_RIM_STRAY 0.3
/* Pixels (Gaussian): the blur of the light before it is coded. Of 30 pictures' mean rims 0.42 leaves none; a
 * lens that is out of focus has more, and its rims come out smaller alike (SQ_WINK_BIAS_PX). */
#define SQ_RIM_BLUR_PX 0.42
/* Of 64 rays, so many must cross the rim; and pixels by which one may be off the circle. */
#define SQ_RIM_LEAST_RAYS 28
#define SQ_RIM_STRAY_PX 0.5
/* Pixels by which one radius is off beyond its rays' own scatter: light on the bevel, chroma coded in
 * blocks. What all winks share is found along with the camera (SQ_WINK_BIAS_PX). */
#define SQ_RIM_SIGMA_PX 0.08

/* ---- Creases (mat_crease) ---- */

/* Small pixels around a place that its light is held against: wider than a crease (9 mm), narrower than a
 * lamp's glow. */
#define SQ_CREASE_AROUND 5
/* The felt's deviations beyond which light is not the felt's. */
#define SQ_CREASE_FOREIGN 4.0
/* Deviations of chance that a crease must stand out by: of 70 000 strips felt alone reaches 5 once. */
#define SQ_CREASE_CLEAR 6.5
/* So many neighbouring angles, and strips, tell the same: felt's texture is coarser than a strip. */
#define SQ_CREASE_COARSE 2.0
/* Radians: how straight creases are, and along the sides; and what is no direction any more. */
#define SQ_CREASE_SIGMA 0.002
#define SQ_CREASE_UNSURE 0.01

/* Millimetres: what is larger is a large wink; and the share of a side that lies in the picture where no
 * ruler is needed. */
#define SQ_BETWEEN_SIZES_MM 9.4
#define SQ_SIDE_INSIDE 0.9

/* ---- A mat of another size (mat_resize) ---- */

/* Baselines that show, but not where they must: one may be a scratch. */
#define SQ_BASELINES_DENIED 2
/* Pixels by which a side may lie elsewhere: as good as free. Rounds: one roughly, two finely. */
#define SQ_SIZE_FREE_PX 100.0
#define SQ_SIZE_ROUNDS 3
/* Share by which a mat may differ from the rule book's: beyond, it is no tiddlywinks mat, or no mat. */
#define SQ_SIZE_FAR 0.04

/* ---- The camera from pot and winks alone (mat_near) ---- */

/* Rims without which the scale hangs on one wink's light; the share of its face that one must show. */
#define SQ_NEAR_WINKS 4
#define SQ_NEAR_SEEN 0.6
/* Looks: the first finds the winks by a guess that is a twentieth off, the second by a camera. */
#define SQ_NEAR_ROUNDS 2
/* Radians: how well a camera is set along the table by eye, and how far it leans (2.9° for x and for y). */
#define SQ_TURN_SUPPOSED_SIGMA 0.03
#define SQ_PRIOR_TILT 0.05
/* Millimetres: the height of a stand over a table, and its deviation. A lens's focal length alone would have
 * near views taken from too near, and the pot's foot then seems to stand elsewhere under its rim. */
#define SQ_PRIOR_STAND_MM 1300.0
#define SQ_PRIOR_STAND_SIGMA_MM 400.0
/* Millimetres of claimed deviation there beyond which a camera is not handed out: at two of these a small
 * wink is off by half of its own radius. */
#define SQ_NEAR_SIGMA_MOST_MM 1.8
/* Sides' length (of one) that may lie in the picture of a mat that is known by pot and winks alone. */
#define SQ_NEAR_SIDES 0.4
/* Millimetres from the pot within which distances are argued about; a claim is made for them. */
#define SQ_NEAR_POT_MM 150.0

/* ---- Strips along the mat's lines (mat_strip) ---- */

/* Length of a block, mm, and the fewest of a line: a wink or two must not cover half of a block's profiles,
 * so a block is some two winks long. Shorter: noisier profiles; longer: a pile takes the whole block. */
#define SQ_STRIP_BLOCK_MM 38.0
#define SQ_STRIP_LEAST_BLOCKS 6
/* Code values: the least response of felt that is believed; coding makes flat felt exactly flat. */
#define SQ_STRIP_NOISE 0.15
/* A step in colour places an edge as well as one in light that is this part of it: half as sharp, and coarser
 * coded; and the least code values that it must have. */
#define SQ_COLOUR_WORTH 0.5
#define SQ_COLOUR_LEAST 6.0
/* From a baseline's middle to where plain felt begins: half of its width (lines of 1 to 2.5 mm are drawn),
 * and the lens's blur, pixels. */
#define SQ_BASELINE_HALF_MM 1.25
#define SQ_BLUR_REACH_PX 1.5

/* ---- Profiles across a line (mat_edge) ---- */

/* Pixels to each side that a profile takes in: blur and the shadow of a 3 mm felt at 2 pixels a mm. Longer
 * meets wood grain and winks, shorter does not see the table beyond the shadow. */
#define SQ_EDGE_REACH_PX 5.0
/* Code values: the deviation of a median of 24 profiles on felt. */
#define SQ_EDGE_NOISE 0.5
/* Of a whole line: the blur of a lens in focus and the pixel's own width together (Gaussian), and how far it
 * may be off (a factor of 1.35); the width of a shadow, known to a factor of 2.7; the share of the table's
 * light that it takes, and its deviation: on a dark table a deep shadow would be all but the same as an edge
 * farther in. */
#define SQ_EDGE_BLUR_PX 0.8
#define SQ_EDGE_BLUR_LOG_SIGMA 0.3
#define SQ_EDGE_SHADOW_PX 1.5
#define SQ_EDGE_SHADOW_LOG_SIGMA 1.0
#define SQ_EDGE_SHADOW_DEPTH 0.15
#define SQ_EDGE_SHADOW_SIGMA 0.3
/* Starts of its fit to either side of the course, and pixels between them: a shadow's outer edge is up to 3
 * pixels from the mat's. */
#define SQ_EDGE_STARTS 3
#define SQ_EDGE_START_PX 1.0
/* Half a squared deviation: a fit that is worse by less than this (2 deviations) is a rival. */
#define SQ_EDGE_RIVAL_COST 2.0
/* The share of a colour's code value by which shadows change it. */
#define SQ_EDGE_COLOUR_SHADOW 0.01
/* Blocks without which a line has no common profile. */
#define SQ_EDGE_LEAST_BLOCKS 3
/* Of one block, about what the whole line has: its place in pixels (beyond SQ_EDGE_STRAY_PX it has met
 * something else), blur, shadow. Wider, and a wink on the line becomes the line; narrower, and one bent by
 * the lens is straightened. */
#define SQ_EDGE_BLOCK_SIGMA_PX 0.7
#define SQ_EDGE_STRAY_PX 2.0
#define SQ_EDGE_BLOCK_BLUR_LOG_SIGMA 0.2
#define SQ_EDGE_BLOCK_SHADOW_LOG_SIGMA 0.5
#define SQ_EDGE_BLOCK_SHADOW_SIGMA 0.15
/* Code values below which a profile is taken for texture. */
#define SQ_EDGE_LEAST_CONTRAST 2.5
#define SQ_EDGE_ITERATIONS 12
/* Share of the cost below which a further step moves the edge by less than a hundredth of its deviation. */
#define SQ_EDGE_ENOUGH 1e-4
/* ---- The pot (mat_pot) ---- */

/* Millimetres: walls of pots, between the two edges of the rim. */
#define SQ_MAT_POT_WALL_LEAST_MM 1.5
#define SQ_MAT_POT_WALL_MOST_MM 2.5
#define SQ_MAT_POT_WALL_STEP_MM 0.5
/* Steps of code values, in units of the felt's own, that count nothing and half. */
#define SQ_MAT_POT_STEP_NONE 2.0
#define SQ_MAT_POT_STEP_HALF 6.0
/* Code values: the least noise that is believed. */
#define SQ_MAT_POT_NOISE 0.4
/* Evidence, 0..2, at which a pot is believed to be there: felt with a shadow or a wink gives up to 0.5. */
#define SQ_MAT_POT_LEAST 0.7
/* Deviation of the rim's centre, mm, x and y alike: light on the rim and the hand that put the pot on the
 * mat's centre; and what is added for the part (of 2) of its evidence that does not show, under winks or
 * white on white. Smaller pulls the mat after a pot that stands a little off; larger leaves the mat's middle
 * to the lens's decentring, 0.5 mm. */
#define SQ_MAT_POT_SIGMA_MM 0.12
#define SQ_MAT_POT_FADING_MM 0.4

/* ---- The fit (camera_fit) ---- */

/* Standard deviations at which a sighting begins to lose its vote (Cauchy's c). */
#define SQ_CAMERA_FIT_ROBUST 2.5
#define SQ_CAMERA_FIT_ITERATIONS 30
#define SQ_CAMERA_FIT_ENOUGH 1e-6

/* Weak priors: what is believed of a camera before it has looked (standard deviations).
 * Focal length, logarithm: 28 %, from wide webcams to lenses on a stand. */
#define SQ_PRIOR_LOG_FOCAL 0.2
/* Square pixels, to a thousandth. */
#define SQ_PRIOR_ASPECT 0.001
/* The optical axis meets the picture's middle to a hundredth of the longer side (19 px at 1080p). */
#define SQ_PRIOR_MIDDLE 0.007
/* Distortion: mostly barrel; k2 bends back; tangential terms of a lens set well. */
#define SQ_PRIOR_K1_MEAN -0.08
#define SQ_PRIOR_K1 0.12
#define SQ_PRIOR_K2 0.03
#define SQ_PRIOR_TANGENTIAL 0.0008
/* Deviations (root of the sum of squares) by which a lens may be off what lenses are before the picture is
 * taken to be cut from a larger one, and how much wider its place is then believed to be (a seventh of the
 * picture's longer side). Lower: honest lenses lose their axis, half a millimetre at the mat's ends; higher:
 * a cut picture bends the mat by millimetres. */
#define SQ_STRAINED 2.2
#define SQ_OFF_AXIS_WIDER 20.0
/* A tape measure's height, as a share. */
#define SQ_PRIOR_HEIGHT 0.01

/* ---- The search (mat) ---- */

/* Bends (mat_lines.h) that are tried: k1 of −0.26 to 0.06 at the guessed focal length. */
#define SQ_BEND_LEAST (-0.09)
#define SQ_BEND_MOST 0.021
#define SQ_BEND_STEP 0.035
/* And those of wide lenses (k1 of −0.3 at 90° of view is −0.39 here), where none of these shows a pot. */
#define SQ_BENDS_WIDE \
    { -0.14, -0.20, -0.28, -0.38 }
/* Pixels (of a 1080p picture) by which corners of the first guess are wrong. */
#define SQ_CORNER_SIGMA_PX 3.0

/* ---- Measuring (mat_measure) ---- */

/* The rough look: profiles for each block, columns by which a course may bend, and the deviation of its
 * course in steps. */
#define SQ_ROUGH_COLUMNS 6
#define SQ_ROUGH_BEND_SIDE 6
#define SQ_ROUGH_BEND_BASELINE 3
#define SQ_ROUGH_SIGMA 3.0
/* The fine look: half pixels, and nearly straight by then. */
#define SQ_FINE_STEP_PX 0.5
#define SQ_FINE_BEND 2
/* Mean evidence at which a line is believed to be there: texture alone finds 0.05 to 0.15. */
#define SQ_LINE_EVIDENCE 0.2
/* Pixels by which a block is off beyond its profile's own deviation: a side follows the pixel grid's steps
 * and the felt's cut, a baseline hardly. Too small, and one line's faults bend the lens; too large, and the
 * priors do. */
#define SQ_SIDE_SIGMA_PX 0.12
#define SQ_BASELINE_SIGMA_PX 0.04
/* Pixels by which a whole line is off: light and shadow on a side, colour fringes on a baseline. */
#define SQ_SIDE_OFFSET_PX 0.15
#define SQ_BASELINE_OFFSET_PX 0.04
/* All this times so much for a side that is measured in colour, coded at half the picture's width. */
#define SQ_COLOUR_COARSE 2.0

/* A lens from a file: its numbers are believed to half a thousandth, its middle to a fifth of a pixel. */
#define SQ_PRIOR_LENS 5e-4
#define SQ_PRIOR_LENS_PX 0.2
/* Likeness (mat.c) to a mat: of 10 that a perfect one reaches. Below the least nothing is measured finely; at
 * "sure" no other guess is tried. SQ_MAT_POT_CHANCE: what felt gives for a pot. */
#define SQ_LIKENESS_LEAST 1.6
#define SQ_LIKENESS_SURE 6.0
#define SQ_MAT_POT_CHANCE 0.2
/* Millimetres around its place in which the pot is looked for: where sides are doubted, after a rough fit,
 * and after a fine one. */
#define SQ_MAT_POT_REACH_FAR_MM 40.0
#define SQ_MAT_POT_REACH_ROUGH_MM 10.0
#define SQ_MAT_POT_REACH_MM 4.0
/* Rounds at most, and pixels of movement at which they end. */
#define SQ_FINE_ROUNDS 6
#define SQ_FINE_SETTLED_PX 0.1

/* ---- Whether to believe it (mat) ---- */

/* Pixels on the picture's shorter side: below, a small wink is under 3 pixels wide. */
#define SQ_PICTURE_LEAST_PX 180
/* A sighting counts as believed when the robust fit left it this weight: within 2.5 deviations. */
#define SQ_KEPT_WEIGHT 0.5
/* Share of a line that makes it count: a hand and its arm may take the rest. */
#define SQ_MAT_SEEN_LEAST 0.25
/* Lines that a camera needs, with a pot in the mat's middle and without one. One less without: four edges of
 * a table and a baseline that fits one corner by chance were taken for the mat, 30 mm off. */
#define SQ_LINES_WITH_POT 3
#define SQ_LINES_WITHOUT_POT 6
/* Pixels (of 1080p) of residual beyond which lines were mistaken; honest pictures have 0.04 to 0.35. */
#define SQ_RMS_MOST_PX 0.8
/* Millimetres of claimed deviation anywhere on the visible mat beyond which a camera is not handed out: at
 * three of these a wink's place is off by its own radius. */
#define SQ_SIGMA_MOST_MM 1.5
/* Millimetres: what no claim goes below, for a mat that is not perfectly flat and square. */
#define SQ_CLAIM_FLOOR_MM 0.03
/* Mean code value under which darkness is named as the reason. */
#define SQ_DARK_MEAN 24.0
/* Pixels by which all rims of winks are measured too large or too small alike: of 30 rendered and drawn
 * pictures' mean rims, 0.1. Smaller: the scale is believed to be better than the lens's blur is known. */
#define SQ_WINK_BIAS_PX 0.1
/* Pixels that a corner should keep from the picture's border. */
#define SQ_CORNER_MARGIN_PX 20.0

/* ---- Whether the camera has moved (moved) ---- */

/* Millimetres at a corner of the mat beyond which a camera counts as moved: three times what a fresh one is
 * off, and a fifth of the least gap that a player would argue about. Smaller cries wolf over shadows that
 * wander along a side; larger lets places drift. */
#define SQ_MOVED_LIMIT_MM 1.0
/* Profiles for each block, and columns by which a line may seem bent: the lens has not changed. */
#define SQ_WATCH_COLUMNS 8
#define SQ_WATCH_BEND 3
/* Mean evidence of a line that is measured, and how many lines a judgement needs (four unknowns). */
#define SQ_WATCH_EVIDENCE 0.4
#define SQ_WATCH_LINES 3
/* Pixels of a block beyond its profile's own deviation, light and shadow over time included. All blocks of a
 * line share them, so they stand for more than one block's. */
#define SQ_WATCH_SIDE_PX 0.5
#define SQ_WATCH_BASELINE_PX 0.2
/* The same where the mat was learned: what is the same in both frames cancels, and what is left is noise,
 * coding, and lamps that flicker. */
#define SQ_MOVED_AGAIN_MM 0.3
#define SQ_WATCH_AGAIN_SIDE_PX 0.15
#define SQ_WATCH_AGAIN_BASELINE_PX 0.1
/* Share of the light that was learned below which a lamp has gone out; flicker takes a tenth, a cloud less
 * than half. Higher: clouds stop the game; lower: colours are told apart in the dark. */
#define SQ_WATCH_DARK 0.35
/* Edges so many times as wide as they were: a small wink's rim is then blurred beyond what its fit allows
 * for. A moving codec makes them a tenth wider. */
#define SQ_WATCH_BLURRED 1.5

/* ---- A board (crossing, board_see, lens_fit) ---- */

/* Pixels: a square of less has markers that no dictionary reads (7 cells, of 2 pixels at least). */
#define SQ_CROSSING_LEAST_PX 16.0
/* A crossing's window: pixels and squares to each side. Wider: the lens bends its edges; narrower: noise. */
#define SQ_CROSSING_REACH_PX 14
#define SQ_CROSSING_REACH_SQUARES 0.6
/* Pixels by which the lens's blur carries a marker's black towards the crossing. */
#define SQ_CROSSING_BLUR_PX 1.2
/* Code values of noise in one pixel; it only scales what the residuals tell. */
#define SQ_CROSSING_NOISE 1.5
/* Shares of the contrast: the least that a fit may leave of what the window's extremes promise, and the most
 * that its residuals may have. A marker's bit or a finger is no crossing. */
#define SQ_CROSSING_CONTRAST 0.3
#define SQ_CROSSING_MISFIT 0.25
/* Squares: a crossing is looked for where a marker's corner is so near that no lens bends between them; and
 * how far a marker may be off the plane of the others. */
#define SQ_BOARD_NEAR 0.3
#define SQ_BOARD_STRAY 0.25
/* Crossings that make a view: a pose has six unknowns, a crossing tells two. */
#define SQ_BOARD_LEAST_CORNERS 8
/* Views without which focal length and middle are a guess. */
#define SQ_LENS_LEAST_VIEWS 4
/* Pixels that a crossing may be off a plane seen without a lens. */
#define SQ_LENS_STRAY_PX 20.0
/* A first focal length that is so many times the usual one, or as small a part, is not believed. */
#define SQ_LENS_FAR 4.0
/* Deviations of a coordinate at which a crossing is no crossing: one in 3000 honest ones. */
#define SQ_LENS_STRAY 4.0
/* Marquardt's damping at the start, and where trying ends; steps at most. */
#define SQ_LENS_DAMPING 1e-3
#define SQ_LENS_DAMPING_MOST 1e9
#define SQ_LENS_ITERATIONS 60
/* Share of the focal length: a lens that is less sure is no better than the mat's own sides. */
#define SQ_LENS_UNSURE 0.02

/* ---- The zero test (zero) ---- */

/* Millimetres: winks nearer than this are meant to touch. Wider: neighbours that lie apart are taken for a
 * fault of the camera; narrower: a camera that is off by so much passes. */
#define SQ_ZERO_REACH_MM 2.5
/* Share of a wink's face that is seen: of one in a pair, and of one under the pot's brim. */
#define SQ_ZERO_SEEN 0.8
#define SQ_ZERO_SEEN_AT_POT 0.4

/* ---- Colours (colours) ---- */

/* Samples that tell a colour: three small winks' worth. */
#define SQ_COLOURS_SAMPLES 30
/* Deviations between two colours below which winks are taken for one another: in the middle each is 1.8 of
 * its own away. Spreads take in rims and reflections; honest lamps leave 3.4 (a red pot that shines on winks)
 * to
 * 13. Higher: false warnings beside the pot; lower: none before colours are taken for one another. */
#define SQ_COLOURS_NEAR_DEV 2.5
/* Chroma below which felt's own texture is as strong; drawn winks under poor lamps have 0.27. */
#define SQ_COLOURS_PALE_LENGTH 0.15

#endif
