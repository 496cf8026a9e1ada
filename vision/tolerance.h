/* Every tolerance of sight: its unit, its reason, and what breaks when it moves. Sizes of the equipment stand
 * in rules/gear.h. */
#ifndef SQ_VISION_TOLERANCE_H
#define SQ_VISION_TOLERANCE_H

/* Megapixels of the largest picture that is read. Phones give 12 to 50; at 100 one frame takes 300 MB as BGR,
 * and a wink is 80 pixels wide, far more than sight can use. Lower refuses phones, higher invites a memory
 * bomb. */
#define SQ_PICTURE_MAX_MP 64

/* Bytes of the largest picture file: SQ_PICTURE_MAX_MP pixels of three 16-bit channels, uncompressed. Lower
 * refuses honest files, higher lets a wrong name (a video, a disk image) fill the memory before it is
 * refused. */
#define SQ_PICTURE_MAX_BYTES (SQ_PICTURE_MAX_MP * 6 << 20)

/* ---- Capture: live sources (capture.h) ---- */

/* Seconds by which a live frame may be older when it is fetched than the fastest one was; older ones are
 * dropped. Lower drops frames whenever the machine hiccups; higher lets the umpire rule on what was. */
#define SQ_CAPTURE_LATE_S 0.25

/* Seconds without a frame after which a source counts as lost. Cameras in the dark expose for up to half a
 * second, networks stall for one; longer only delays the sentence. */
#define SQ_CAPTURE_SILENCE_S 2.0

/* Seconds that a network stream may take to its first frame (connecting, and waiting for a whole picture).
 * Longer only delays the sentence; phones' encoders send a whole picture every one to five. */
#define SQ_STREAM_START_S 10.0

/* Seconds for which packets of a network camera may wait for one another. Shorter: pictures are torn on a
 * busy radio; longer: everything comes so much later. */
#define SQ_STREAM_JITTER_S 0.2

/* Seconds between attempts to open a lost source: the first pause, and what doubling it stops at. A cable
 * that is pulled and put back is there again after one or two; a phone that is restarted after minutes. */
#define SQ_CAPTURE_PAUSE_S 0.25
#define SQ_CAPTURE_PAUSE_MOST_S 5.0

/* Frames a second from which on a rate is enough: a wink in flight may be seen or not, rests are. Below it a
 * smaller picture is taken, since hands come and go between frames; above SQ_CAMERA_RATE_MOST frames cost
 * time and tell nothing new. */
#define SQ_CAMERA_RATE_LEAST 15.0
#define SQ_CAMERA_RATE_MOST 30.0

/* Pixels of the largest picture asked of a camera: 1080p, in which a small wink is 15 pixels wide. Four times
 * as many do not come at 15 a second through USB 2, nor through sight. */
enum { SQ_CAMERA_PIXELS_MOST = 1920 * 1080 };

/* Seconds for which a camera may set its exposure, white balance and focus before they are locked. Webcams
 * settle within one; a shorter time locks a picture that is still too dark. */
#define SQ_CAMERA_SETTLE_S 2.0

/* By how many times the rows of a raw picture must agree better under another row length before the driver's
 * own is disbelieved. Pictures of a mat agree some ten times better under the true one; noise alone never
 * twice. */
#define SQ_STRIDE_BETTER 2.0

/* ---- Still: is the mat at rest? (still.h) ---- */

/* Samples along the picture's longer side: with a mat of 1.83 m in the picture a small wink is then four
 * samples across. Fewer lose it among the noise, more cost time and tell nothing new. */
enum { SQ_STILL_SAMPLES = 480 };

/* Samples along a cell's side: a cell then holds any wink, so that one or two cells get the whole of its
 * change. */
enum { SQ_STILL_CELL = 8 };

/* Samples along the side of a block, within a cell, whose common change is taken as light: 16 pixels of a
 * 1080p picture, which codecs handle as one. Larger: flicker that the codec passes on in pieces counts as
 * motion. Smaller: nothing is left of a wink. */
enum { SQ_STILL_BLOCK = 4 };

/* Seconds without motion that make a rest. Shorter: the moment in which a hand holds still before it plays
 * counts as one, and sight runs for nothing. Longer: quick players' rests are missed, who need half a second
 * between one wink's coming to rest and the next hand's coming in. */
#define SQ_STILL_REST_S 0.3

/* Seconds over which a cell's memory of what it showed fades. Shorter: a hand that creeps is forgotten as
 * fast as it comes. Longer: the light of a passing cloud counts as motion. */
#define SQ_STILL_FADE_S 0.5

/* Seconds over which a cell's noise is learned: several of a codec's groups of pictures. */
#define SQ_STILL_LEARN_S 4.0

/* Standard deviations of its noise's energy (a sum of squares) by which a cell must stand out to move. A
 * sensor's noise never reaches half of it; a codec's bursts are rare and strong, and after the first one they
 * are within it. */
#define SQ_STILL_SIGMAS 8.0f

/* Levels by which the weakest wink differs from the felt (luma and both chroma, root of the sum of squares)
 * and is still noticed: half of what yellow ones differ from beige felt, all of it chroma. Lower: lines whose
 * sharpness a codec drops and restores count as motion. Higher: pale winks move unnoticed. */
#define SQ_STILL_CONTRAST 20.0f

/* Share of a cell's contrast that must change. Codecs and flicker change up to a tenth of it at rims and
 * grain, which are strong; a wink that moves by a fifth of its radius changes more. */
#define SQ_STILL_CHANGE 0.12f

/* A frame in which the typical cell trembles by more than so many times its noise is not the codec's doing:
 * the camera was moved, the whole picture has changed. Key frames reach 7. */
#define SQ_STILL_TREMBLE 12.0f

/* Gains of a row of cells, before over now, that are taken as a lamp's: mains flicker reaches 0.7 in a short
 * exposure. Beyond, it is another picture. */
#define SQ_STILL_DIMMEST 0.5f
#define SQ_STILL_BRIGHTEST 1.9f

/* Seconds of motion in one place after which the rest of the mat is looked at, and the share of the watched
 * cells that such a place may cover: a hand with its arm over a quarter of the mat. */
#define SQ_STILL_BUSY_S 2.0
#define SQ_STILL_BUSY_SHARE 0.25
/* mm around the mat in which a wink that has left it is still looked for. The rules want only to know that it
 * left; a wink rolls on, and one that lies further away is `unseen`. Wider costs time and takes in more of
 * the table. */
#define SQ_REACH_MM 70.0

/* Pixels on either side of the mat's outline that belong to neither surface: blur, and a camera known to a
 * pixel. */
#define SQ_EDGE_PX 3

/* Samples along a tile's side: 144 a tile, whose middle half is known to a fifth of a level. */
#define SQ_TILE_SAMPLES 12

/* Fewer samples do not make a tile's colour: a sliver of felt beside a wink. */
#define SQ_TILE_MIN_SAMPLES 24

/* Side of a tile in mm: more than twice the widest wink, so that felt is the majority in it, and small
 * against the reach of a lamp. */
#define SQ_TILE_MM 70.0

/* Log-chromaticity by which a tile may differ from the typical one before it is taken as covered by
 * something: mixed daylight and lamp light differ by up to 0.2 over a mat, a sleeve by more. */
#define SQ_TILE_UNLIKE 0.3f

/* Pixels whose scatter tells the noise of the surface: its sigma is then known to 4 %. */
enum { SQ_NOISE_SAMPLES = 1024 };

/* Pixels that are needed to tell it; and how much more a level weighs in the shaded half of a surface than in
 * the lit one, at least, for the camera's share to be told from the grain's. */
enum { SQ_NOISE_LEAST = 64 };
#define SQ_NOISE_SHADE 1.3f

/* Levels of 8 bits that are taken as the least deviation of a channel: codecs store chroma in steps of one to
 * two, and most pixels of a plain surface then show no deviation at all. */
#define SQ_CODEC_LEVELS 0.8f

/* Share of the strongest chroma near by under which a pixel may be a codec's ringing about it: strong JPEG
 * reaches 0.06. Higher: the sliver of a pale wink beside a strong one is no blob of its own. */
#define SQ_RINGING 0.08f

/* Standard deviations of the felt's chromaticity noise by which a pixel must stand out to belong to a blob.
 * The weakest wink (a glossy one that mirrors a window) stands out by over 20; felt and the codec's chroma by
 * up to 5. */
#define SQ_FELT_SIGMAS 7.0f

/* The same over the table, whose grain has heavier tails than felt. */
#define SQ_TABLE_SIGMAS 10.0f

/* Chroma by which a pixel over the mat's edge must differ from every mixture of felt and table: a third of a
 * wink's full colour, so that blur, shadow and grain of the table do not draw the outline as a blob. */
#define SQ_EDGE_CHROMA 0.2f

/* Degrees in the chroma plane within which a pixel can be of a colour: half of the least distance between
 * usual colours. Wider takes in skin (between red and yellow), narrower loses plastics of an unusual hue. */
#define SQ_COLOUR_REACH_DEG 36.0f

/* Spread of a colour's angle over one set of winks under one light, degrees; the floor of what is learned. */
#define SQ_COLOUR_SPREAD_DEG 8.0f

/* Samples' worth of belief in a colour's usual angle: a tenth of a small wink at 1080p. */
#define SQ_COLOUR_PRIOR_WEIGHT 5.0f

/* Small winks' worth of belief in its usual length. More: a single wink that a lamp has paled is not found.
 * Less: the halos of the other colours' winks are taken for those of a colour that is not in sight. */
#define SQ_COLOUR_PRIOR_WINKS 0.25f

/* mm around a disc that the fit looks at: blur and contact shadow, less than the gap at which winks become
 * neighbours. */
#define SQ_FIT_MARGIN_MM 3.0

/* A pixel whose chroma is off by this share of the strongest colour in the window is not explained by the
 * model: the half way between felt and a colour is 0.5; shading within a wink's face is up to 0.2. */
#define SQ_RESIDUAL_SHARE 0.3

/* … and never less than this, which is ten times the noise of felt. */
#define SQ_RESIDUAL_LEAST 0.05

/* Share by which a pixel may count as unexplained and still be taken as some disc's: half of it. */
#define SQ_MISFIT_EXPLAINED 0.5f

/* Information (1/mm²) that a disc has of its place before any pixel: little against one rim's thousands, much
 * against nothing, so that a hidden disc stays where it was put. */
#define SQ_FIT_DAMPING_PLACE 0.05

/* Pixels' worth of belief that a disc shows its colour's usual chroma. More: a wink of another dye than the
 * rest is drawn in a wrong colour. Fewer: a sliver between two others takes any colour that suits them. */
#define SQ_FIT_BELIEF_CHROMA 10.0

/* mm that a disc moves in one Gauss–Newton step at most: the model is linear over about one blur. */
#define SQ_FIT_LONGEST_STEP_MM 1.0

/* mm under which a step ends the fit: the next one would be a fifth of it, a hundredth of the best accuracy
 * that is reached. */
#define SQ_FIT_DONE_MM 0.008

/* Share of a colour's usual chroma from which a pixel is given to that colour: half covered, less what gloss
 * washes out. */
#define SQ_LABEL_SHARE 0.3f

/* Blurs beyond the rim at which that share is reached: the quantile of the normal distribution. */
#define SQ_LABEL_HALO_BLURS 0.52

/* What a pixel of felt, and one of another colour, costs a disc that would cover it, against 1 that a pixel
 * of its own gains: felt inside a disc refutes it, another colour may lie over it. */
#define SQ_GAIN_FELT 1.5
#define SQ_GAIN_OTHER 0.1

/* mm² of its own colour that a disc must win to be worth a trial: a twentieth of a small wink. */
#define SQ_GAIN_LEAST_MM2 10.0

/* mm around a disc whose pixels of its colour it takes along: blur and the codec's chroma. */
#define SQ_TAKE_MARGIN_MM 1.8

/* mm² of picture that a further disc must explain: as small as the least visible wink that is claimed. */
#define SQ_DISC_COST_MM2 10.0

/* mm² by which a change must better the explanation: under it the fit's own restlessness decides. */
#define SQ_MOVE_LEAST_MM2 1.0

/* Gauss–Newton steps for the first fit, for a trial and for the last fit: one wink settles in three
 * or four. */
enum { SQ_FIRST_STEPS = 8, SQ_TRIAL_STEPS = 3, SQ_ORDER_STEPS = 2, SQ_LAST_STEPS = 8, SQ_SEARCH_ROUNDS = 8 };

/* mm² by which another order, or one disc fewer, may start out worse and still be fitted: three steps of two
 * discs win less. Lower, and right explanations are passed over; higher, and piles take twice as long. */
#define SQ_HOPELESS_MM2 60.0

/* mm² left on a disc from which it is taken away for a trial: a tenth of a small wink. */
#define SQ_REPLACE_LEFT_MM2 10.0

/* mm² that one large wink may leave unexplained more than two winks of its colour within its outline, in a
 * blurred picture. Two small ones 5 mm apart leave 100 of it bare. Less: large winks out of focus are told as
 * heaps of small ones. */
#define SQ_SPLIT_MM2 50.0

/* Discs of the other size that one disc may turn out to be. */
enum { SQ_REPLACED_BY = 2 };

/* mm around the pot's silhouette that blur, its own shadow and a knock of a millimetre leave in doubt. */
#define SQ_POT_MARGIN_MM 1.5

/* px that a coloured cup's chroma reaches beyond what is seen of it: codecs store one chroma for two pixels.
 * Without it the halo about a red cup is taken for slivers of red winks; at a white one there is none. */
#define SQ_POT_BLEED_PX 2.0

/* A call is spoken only at this probability; the price of a wrong word is high, that of `look` is low but not
 * nothing. */
#define SQ_CALL_CERTAIN 0.99

/* Glare: mm from sample to sample of the grid that looks for it; no line on a mat is as wide, and a small
 * wink takes a dozen samples. Brightness (all three levels against the felt's) from which the light of a lamp
 * is seen in a pixel at all, and from which it surely is: felt under a lamp's own patch of light differs by
 * less from what its tile says. Lower: uneven light makes regions. Higher: a wink whose gloss is weak is
 * lost. */
#define SQ_GLARE_GRID_MM 4.0
#define SQ_GLARE_BEGINS 1.05f
#define SQ_GLARE_LIGHT 1.2f

/* mm² of glare that are told as something that is not judged: three squares of that grid, a quarter of a
 * small wink. */
#define SQ_GLARE_LEAST_MM2 48.0

/* The exponent that sRGB's curve comes to over its whole range; linear light, against the felt's, of the
 * darkest of a plastic's three colours (a third of the felt's level); and the chroma under which what is left
 * without the lamp has no colour: a third of a wink's. */
#define SQ_GLARE_GAMMA 2.2f
#define SQ_GLARE_DARKEST 0.1f
#define SQ_GLARE_COLOURLESS 0.2f

/* The level from which one is clipped, or nearly: codecs and sharpening carry the camera's 255 down by some
 * levels. Share of a face from which glare tells its colour, and of the glare that must not be clipped to do
 * so; blurs inside its rim at which a face begins. */
#define SQ_GLARE_CLIPPED 244.0f
#define SQ_GLARE_SHARE 0.3
#define SQ_GLARE_RIM_BLURS 1.5

/* Pairs are reported from this probability on (a contract of the position's form). */
#define SQ_SQUOP_REPORTED 0.01

/* Pixels across a small wink under which its rim cannot be measured: three blurs on either side. */
#define SQ_SMALLEST_WINK_PX 6.0

/* Samples across a small wink at which segmentation looks: a wink half hidden still shows ten samples. */
#define SQ_SAMPLES_PER_WINK 7.0

/* mm² under which a blob is no visible part of a wink: a twentieth of a small one. */
#define SQ_BLOB_LEAST_MM2 10.0

/* mm² above which a blob is no heap of winks: twelve large ones side by side. A hand with its wrist has twice
 * that. */
#define SQ_CLUSTER_MOST_MM2 4600.0

/* mm between blobs' boxes that must be explained together: the felt between them is blurred from
 * both sides. */
#define SQ_CLUSTER_GAP_MM 2.0

/* A blob under this part of SQ_CLUSTER_MOST_MM2 (50 mm², a quarter of a small wink) is a fragment and joins
 * what lies within so many times the gap. */
enum { SQ_FRAGMENTS_IN_MOST = 92, SQ_FRAGMENT_GAPS = 3 };

/* Edge blur (px, standard deviation) of a rim: lens, demosaicing and JPEG's chroma together. */
#define SQ_BLUR_PX 1.1

/* Measuring it. px on either side of a rim in which it is found, and of felt beyond; mm from other winks,
 * whose colour would lie there; share of a face that must be seen; winks that must agree; the least and the
 * most that is believed: sharper no lens and sensor are, and in a softer picture small winks melt. By this
 * share the blur must be another than was taken before all is looked at anew: a fit with a blur that is wrong
 * by a third finds the same winks at the same places, with a half it splits them or loses them. */
#define SQ_BLUR_REACH_PX 4.0
#define SQ_BLUR_FELT_PX 2.0
#define SQ_BLUR_ALONE_MM 10.0
#define SQ_BLUR_SEEN 0.98
enum { SQ_BLUR_WINKS = 3 };
#define SQ_BLUR_LEAST_PX 0.7
#define SQ_BLUR_MOST_PX 3.5
#define SQ_BLUR_OTHER 0.35

/* The fit's own deviation is too small by this factor, since neighbouring pixels' errors are alike, and has a
 * floor of shading and shadow that no fit sees: measured on rendered scenes. What the drawing leaves on a
 * wink tells how far it may be off: a shift bares a sickle of its own width on either side, and a share of
 * what is left is taken for that: little where a wink lies by itself, most of it being shadow and noise there
 * (errors of 6100 drawn ones), more where it overlaps others, whose heights and slopes it may have from a
 * wrong drawing (1900); these add something though nothing is left. And the share of the face that is hidden
 * adds so many mm: heights and winks that nobody sees. */
#define SQ_SIGMA_FACTOR 3.5
#define SQ_SIGMA_FLOOR_MM 0.07
#define SQ_SIGMA_LEFT 0.2
#define SQ_SIGMA_LAPPED_LEFT 0.6
#define SQ_SIGMA_LAPPED_MM 0.1
#define SQ_SIGMA_HIDDEN_MM 0.50

/* The correlation of neighbouring winks' errors: one lamp's shadow and one lens draw both the same way. Of
 * drawn winks less than 60 mm apart 0.4, of those twice as far 0.3. Less: near winks are asked about that lie
 * clear. */
#define SQ_SIGMA_SHARED 0.4

/* The deviation (mm) that each mm of blur beyond the second adds to winks that lie together: their rims run
 * into one another. Without it theirs are too small by a half in pictures out of focus, lone ones' are not;
 * from less blur on, near winks are asked about that lie clear. */
#define SQ_SIGMA_MIXED 0.5
#define SQ_MIXED_MM 1.9

/* Share of a wink's face that must be seen to claim it, and share of a colour's full chroma that it must
 * have. */
#define SQ_SEEN_LEAST 0.04
#define SQ_WEAKEST_WINK 0.2

/* The same beside the pot for one that is seen to less than that share: the tint that a coloured cup throws
 * on the felt has a third of a wink's chroma; and for one of the cup's own colour: what blur mixes of cup and
 * felt has half of it and, close to the cup, two thirds. And the length that a colour is taken to have at
 * least: where no wink is in sight, tints are all there is. */
#define SQ_WEAKEST_BESIDE_POT 0.5
#define SQ_WEAKEST_LIKE_POT 0.7
#define SQ_SEEN_BESIDE_POT 0.7
#define SQ_FAINTEST_COLOUR 0.35f

/* A rim point supports its disc when the colour falls by this share of the disc's own over it; half is the
 * ideal edge of a step that is sampled one blur off on either side. */
#define SQ_RIM_FALL 0.35

/* Share of the disc's colour that must be expected to fall over a rim point for it to tell anything: over
 * another wink of the same colour none does. */
#define SQ_RIM_TELLING 0.7

/* Where along the normal a rim point is sampled, in blurs (but at least a pixel): outside of most of the
 * step. */
#define SQ_RIM_SAMPLE_BLURS 1.5

/* Share of a colour's full chroma, at the brightness of felt, from which what is darker is no shade. Shade of
 * mixed lamps and beside coloured cups reaches 0.4, winks in the shade begin at 0.8. */
#define SQ_SHADE_SHARE 0.6f

/* A sliver: share of a face under which it is one; shares of what is seen of it, and of what is seen of more
 * than a sliver, that may be other than drawn; and how many of those that leave more are what they were taken
 * for. Of drawn piles' pairs 266 of 271 with slivers that leave less lie as was told, of the others 83 of 95;
 * where no sliver is, 774 of 782 and 111 of 122; of those by themselves all of 27 (the two are enough, and
 * nothing else may lie there). Lower shares: squops are asked about that are plain to see.
 * Higher: phantoms squop, and fits that went wrong. */
#define SQ_SLIVER_SEEN 0.35
#define SQ_SLIVER_LEFT 0.3
#define SQ_RAGGED_LEFT 0.15
#define SQ_RAGGED_TRUE 0.78

/* Share of what is seen of a wink that the others about it leave unexplained without it, where some of them
 * are of its colour: at which it is as likely none of its own as a wink, and that makes the odds e to 1 from
 * there. Of 970 drawn pairs that would be called with such winks five of seven at 0.05 to 0.1 were none, one
 * of 617 above. Lower: a third wink that is found in the outline of two is told to squop. */
#define SQ_OWN_EVEN 0.1
#define SQ_OWN_COST 0.02

/* mm of blur from which a picture is blurred: as wide as a wink is thick, so that no seam of a wink upon
 * another of its colour is left in it. There, share of a face under which a wink may have been found twice,
 * and deviation (mm) of a place that is a guess: of squops that would be called in JPEGs of quality 30 to 60
 * and out of focus, three in four of such were none. Higher blur: squops are called that no eye can see. */
#define SQ_BLURRED_MM 1.5
#define SQ_GUESSED_SEEN 0.5
#define SQ_GUESSED_SIGMA_MM 0.5

/* Share of the rim points that are not hidden which must support a wink, and the arc (share of the rim) that
 * must be there to judge it. */
#define SQ_RIM_SUPPORT 0.6
#define SQ_RIM_LEAST 0.12

/* mm about the mat's centre within which the pot is looked for: further off it would have been put back
 * (25.2). */
#define SQ_POT_REACH_MM 14.0

/* Steps of that search, first and last, mm: a rim's edge is two wide, and finer than the last no edge is
 * known. */
#define SQ_POT_COARSE_MM 2.0
#define SQ_POT_FINE_MM 0.1

/* Half the width over which the rim's step is taken, mm (at least a pixel); the step in levels that counts as
 * an edge, and the share of the rim that must show one. A white pot on light felt shows steps of 15 to 40. */
#define SQ_POT_EDGE_MM 1.0
#define SQ_POT_EDGE_LEVELS 8.0f
#define SQ_POT_SUPPORT 0.6
#define SQ_POT_MOVED_SUPPORT 0.75 /* the same for one that is to be believed away from the centre */

/* The same of a second pot, somewhere on the mat; and mm² of a heap that winks do not account for from which
 * it may be one: a twelfth of its top's area. Lower: sheets of paper are looked at as pots. */
#define SQ_POT_ELSEWHERE_SUPPORT 0.9
#define SQ_POT_ELSEWHERE_MM2 150.0

/* Chroma and brightness (relative to the felt) from which what lies outside the rim is felt no more: shadows
 * and the cup's own tint on it stay below, its inside and its rim lie above. */
#define SQ_POT_FELT_CHROMA 0.2f
#define SQ_POT_FELT_LIGHT 1.2f
#define SQ_POT_FELT_FLOOR 0.3f

/* How much better than at the centre its rim must show elsewhere for the pot to be taken as moved; and from
 * what on it is open where it stands. Of 205 drawn pots at the centre three showed better elsewhere by 1.45
 * to 1.6, for their hole's or their shadow's edge; of those that stand 4 mm off half do by 1.65, 9 mm off
 * nearly all. */
#define SQ_POT_BETTER 1.65
#define SQ_POT_OPEN 1.4

/* The deviation (mm) of a measured pot (half of them are off by less than 0.5 mm, one in ten by 2 mm), how
 * many of them it must stand off to be taken as moved, and the deviation with which players put it on the
 * centre's mark. */
#define SQ_POT_MEASURE_MM 0.9
#define SQ_POT_MOVED_SIGMAS 2.0
#define SQ_POT_SIGMA_MM 0.05

/* Who lies over whom, two colours: mm² of picture by which the other order explains less that make the odds e
 * to 1, of two winks by themselves and in a pile. Of 150 drawn and rendered pairs by themselves that differed
 * by 0.6 mm² and more not one was told the wrong way round; in piles one of 20 that differed by 4 to 20 was.
 * Then the overlap's depth (mm) from which and up to which it is believed: below, the rims' blur is all there
 * is to see. */
#define SQ_ORDER_COST_MM2 0.6
#define SQ_ORDER_PILE_COST_MM2 1.5
#define SQ_ORDER_LO_MM 0.3
#define SQ_ORDER_HI_MM 0.8

/* ---- Rim light and seam: one colour upon itself (rim_light.h, seam.h) ---- */

/* From knot to knot of the rims' profile, blurs and mm, whichever is more: finer than blur nothing is, and a
 * wink's shadow is two to three mm long. Nearer, and the few rims of a frame no longer fill them. */
#define SQ_RIM_LIGHT_STEP_BLURS 0.9
#define SQ_RIM_LIGHT_STEP_MM 0.5

/* Steps between a rim's pixel and another wink, whose own shadow and reflection end there; pixels of a face
 * that tell its light. */
#define SQ_RIM_LIGHT_CLEAR_STEPS 5.0
enum { SQ_RIM_LIGHT_FACE = 12 };

/* mm from row to row of the pixels that teach: a rim's profile changes little along it. */
#define SQ_RIM_LIGHT_ROWS_MM 2.2

/* Pixels that the step which is expected of a rim is worth: where there are winks of one brightness only,
 * what is theirs and what is the felt's would else be told apart by noise. */
#define SQ_RIM_LIGHT_BELIEF 0.1

/* mm about a wink that are read to learn its rim; and from wink to wink within which one may lie over the
 * other's seam or shade its rim: two large radii and as much again. */
#define SQ_RIM_LIGHT_MARGIN_MM 5.0
#define SQ_SEAM_NEIGHBOUR_MM 44.0

/* Steps from a rim within which a seam is looked for; from the felt within which its blur spoils it; and from
 * a third wink, which throws a shadow as well. */
#define SQ_SEAM_REACH_STEPS 3.5
#define SQ_SEAM_CLEAR_STEPS 2.0

/* Steps inside of its rim from which on a face is no rim any more. */
#define SQ_SEAM_FACE_STEPS 3.0
#define SQ_SEAM_MARGIN_STEPS 1.2

/* Light (relative to the felt) that is added before the logarithm is taken: below it, noise and the chroma of
 * neighbours make what is seen. */
#define SQ_SEAM_DARKEST 0.03

/* Standard deviations of what is free in a seam's drawing: logarithms of light, the brightness, its slope
 * (per mm), and how much more or less the two faces differ at the seam than as a whole (one is aslant, and
 * mirrors the room); the factor by which its line is stronger or weaker than the frame's rims are on felt; mm
 * by which the upper rim lies elsewhere than it was fitted. Smaller ones are surer of what no two winks
 * share, larger ones waste what the frame tells. */
#define SQ_SEAM_LEVEL 0.3
#define SQ_SEAM_SLOPE 0.03
#define SQ_SEAM_STEP 0.2
#define SQ_SEAM_FACTOR 0.5
#define SQ_SEAM_SHIFT_MM 0.15

/* Deviation of a pixel (logarithm of light) from the best drawing, plastic, codec, and what is drawn too
 * simply: the least and the most that is tried, and from one to the next; and the share of the log-odds that
 * is believed, since neighbouring pixels err alike: of pairs by themselves with log-odds of 4 to 6 before
 * that, 2 of 50 were told the wrong way round. */
#define SQ_SEAM_NOISE_LEAST 0.05
#define SQ_SEAM_NOISE_MOST 0.2
#define SQ_SEAM_NOISE_RATIO 1.4
#define SQ_SEAM_BELIEF 0.56

/* Logarithm by which one face of two alike is the darker one where the other mirrors a lamp. Its bevel does
 * not, and along its rim looks like that of a darker wink upon it: the share of the log-odds that is believed
 * where the darker one seems to lie above (of drawn pairs with log-odds of 4 to 12 four of eight did not, of
 * the 77 others by themselves all were told rightly). And the share of all that is believed in a heap, where
 * what lies between, or a wink that was fitted wrongly, misleads as well (three of 36). */
#define SQ_SEAM_DARKER 0.25
#define SQ_SEAM_MIRROR 0.45
#define SQ_SEAM_HEAP 0.67

/* The most log-odds that it adds to what the drawing of two colours told, if that left their order open: of
 * such pairs, rendered and drawn, seven of eight are told rightly; and that it tells of one colour where the
 * upper one is a sliver: five of eight were. */
#define SQ_SEAM_DOUBTED 2.0

/* ---- Shadow and raised: winks upon hidden ones (shadow.h, raised.h) ---- */

/* mm from ring to ring about a rim: half of what a pixel is at 1080p, a third of a wink's shadow. The first
 * of the rings inside the rim that tell a face: less, and its bevel and blur do. */
#define SQ_SHADOW_STEP_MM 0.5
#define SQ_SHADOW_FACE_MM 2.0

/* mm from a sample to another wink: as far as to the wink's own rim, and this more, but not more than the
 * second; and to the pot's axis. Less: shadows of others are taken for the wink's own. */
#define SQ_SHADOW_CLEAR_MM 2.0
#define SQ_SHADOW_CLEAR_MOST_MM 5.0
#define SQ_SHADOW_POT_MM 65.0

/* Samples of felt that tell its light, known then to a hundredth; and the share of all samples that must be
 * open. */
#define SQ_SHADOW_FELT_SAMPLES 20
#define SQ_SHADOW_OPEN 0.6

/* The light of a face between a dark plastic's and the felt's; winks' worth of belief that rings show no
 * shadow, and that the face's brightness changes nothing; and squared light of all rings together from which
 * a shadow can tell anything: a thousandth of the felt's in each. */
#define SQ_SHADOW_MIDDLING 0.5
#define SQ_SHADOW_BELIEF_LEVEL 0.05
#define SQ_SHADOW_BELIEF_SLOPE 1.0
#define SQ_SHADOW_LEAST 2e-5

/* Share of a face that must be seen to ask whether it is raised, the normal's z of a level one, and mm within
 * which other winks may lie in its shadow. */
#define SQ_RAISED_SEEN 0.97
#define SQ_RAISED_LEVEL 0.9998
#define SQ_RAISED_NEIGHBOUR_MM 40.0

/* The scatter of the heights that shadows on the felt tell, in thicknesses of a wink: what is believed
 * beforehand, as many winks' worth; what is added for hard light's shadows that no circle of directions
 * describes; and degrees of freedom of the tails. Less: a highlight or a crease beside a wink raises it.
 * The height beyond which a wink no longer counts as one on the felt. */
#define SQ_RAISED_SCATTER 0.3
#define SQ_RAISED_BELIEF 4.0
#define SQ_RAISED_FLOOR 0.2
#define SQ_RAISED_TAILS 3.0
#define SQ_RAISED_UNLIKE 2.0

/* Light relative to the felt that counts as black: below, a channel is noise alone. */
#define SQ_DARKEST_LIGHT 0.02f

/* ---- Heap: the order of several together (heap.h) ---- */

/* The probability below which a way of laying a heap is left out; the ways at most that are gone through: all
 * of a heap of which eleven pairs are open. More: a look may take a millisecond longer. */
#define SQ_HEAP_NEGLIGIBLE 1e-6
enum { SQ_HEAP_WAYS = 2048 };

/* ---- Inner: a small wink upon a large one of its own colour (inner.h) ---- */

/* Blurs from a rim within which what lies beyond it shines in; pixels between the knots of the rings'
 * brightness, which follow a bevel or a highlight so far; pixels for each unknown under which nothing can be
 * told. */
#define SQ_INNER_MARGIN_BLURS 1.8
#define SQ_INNER_HAT_PX 2.0
enum { SQ_INNER_POINTS = 4 };

/* Where the dark line along its rim has its middle (blurs outside of it) and its standard deviation, broader
 * than a line is since the grid that is searched is coarse; and how many of them are looked at. */
#define SQ_INNER_OUTSIDE_BLURS 0.18
#define SQ_INNER_WIDTH_BLURS 0.9
#define SQ_INNER_SEAM_END 3.0

/* What holds the line's strength near none (squared relative light per pixel of it), and keeps the rest
 * solvable. */
#define SQ_INNER_RIDGE 0.1
#define SQ_INNER_TINY 1e-6

/* mm between the middles: nearer, the circle is one of the rings; farther, it stands so far out of the large
 * one's outline that it is a disc of its own, and shadows along the outline look like it. */
#define SQ_INNER_ASIDE_MM 1.2
#define SQ_INNER_FARTHEST_MM 4.6

/* Steps of the search: the first (blurs), from which a seam is still noticed, and the least (mm). */
#define SQ_INNER_STEP_BLURS 0.9
#define SQ_INNER_FINE_MM 0.15

/* What the rings leave (relative light, root mean square) under which no seam can be seen: three quarters of
 * all bare winks leave less, and cost no search. */
#define SQ_INNER_NOISE 0.03

/* When a circle is claimed: the share of what the rings leave that it explains; what it explains against what
 * stays, per pixel; and the most that a circle that is so many mm smaller or larger may explain of what it
 * does. Of 1700 large winks, rendered and drawn, none bare came to more than 0.40 where the contrast was
 * above 200, and the true ones that can be seen at all to 0.49 and more at 340 and more. Lower, and shadows
 * and highlights squop. */
#define SQ_INNER_SHARE 0.45
#define SQ_INNER_CONTRAST 300.0
#define SQ_INNER_RIVAL_MM 1.5
#define SQ_INNER_RIVAL 0.97

/* Deviation (mm) of the place of such a wink; log-odds that it lies there, since not one of 1700 bare ones
 * was taken for one. */
#define SQ_SIGMA_INNER_MM 0.4
#define SQ_INNER_LOG_ODDS 5.5

/* Log-odds beyond which nothing from one picture is believed. */
#define SQ_ORDER_SUREST 7.0

/* mm² of picture by which the other size explains less that make the odds e to 1 that a wink has the size
 * that it was taken for. */
#define SQ_SIZE_COST_MM2 1.5

/* ---- Tilt: how a wink leans on what nobody sees (tilt.h) ---- */

/* Along a ray: pixels from sample to sample; the share of the radius at which it begins, within any wink
 * whose middle is off by a quarter of that; mm beyond the rim at which it ends; and how far from its own
 * chroma, in shares of that, a wink's colour ends: half way to felt. */
#define SQ_TILT_STEP_PX 0.5
#define SQ_TILT_FROM 0.35
#define SQ_TILT_BEYOND_MM 3.0
#define SQ_TILT_ENDS 0.5

/* mm off the ellipse from which the end of a ray is another wink's; and rounds of letting such ones go, each
 * at half the distance of the one before. */
#define SQ_TILT_STRAY_MM 0.5
enum { SQ_TILT_ROUNDS = 3 };

/* Horizontal lengths of normals, sines of leans: the most that is believed (53 degrees), of which the outline
 * is no rim any more; steps of the search, first and last; and the least (9 degrees): below, an outline is
 * narrower by a hundredth. And the least upright part of a normal: 60 degrees. */
#define SQ_TILT_MOST 0.8
#define SQ_TILT_COARSE 0.2
#define SQ_TILT_FINE 0.03
#define SQ_TILT_LEAST 0.15
#define SQ_TILT_STEEPEST 0.5

/* Times that the outline is looked at, the second time from the middle that the first found; rays of 36 that
 * must end; mm that the outline of a flat wink must miss (root mean square; blur and shade make whole ones
 * miss by 0.15), the share of that that the ellipse may miss, and mm. Fewer rays, or more missed: the joint
 * outline of two winks is taken for one aslant. */
enum { SQ_TILT_LOOKS = 2, SQ_TILT_RAYS = 28 };
#define SQ_TILT_FLAT_MM 0.2
#define SQ_TILT_BETTER 0.7
#define SQ_TILT_FITS_MM 0.3

/* Steps of the fit, the longest of them in radians, and the information (1 / radian squared) that it has of
 * a lean before any pixel: none that counts, but it keeps a hidden rim where it is. */
enum { SQ_TILT_STEPS = 5 };
#define SQ_TILT_LONGEST_STEP 0.15
#define SQ_TILT_DAMPING 0.5

/* mm² left on a disc from which it is leant for a trial: what a lean of 10 degrees bares of a large wink; and
 * that leaning must explain beyond what any change must: half of that. Higher: what lies upon hidden winks is
 * drawn under its neighbours, and squops are called the wrong way round. Lower: shadows lean winks. */
#define SQ_TILT_LEFT_MM2 6.0
#define SQ_TILT_COST_MM2 3.0

/* mm, standard deviation of the height of such a wink: what bears it is not seen, and is a wink or two. */
#define SQ_TILT_Z_MM 1.5

/* ---- track: names from rest to rest (track.h). The shares are of winks from one rest to the next; they need
 * be right to a factor of two or three, since what they weigh differs by powers of ten. ---- */

/* One shot moves its own wink and one or two others of 24; most moves are short pushes or whole flights. */
#define SQ_TRACK_STAYS 0.9
#define SQ_TRACK_NUDGED 0.04
#define SQ_TRACK_FLEW 0.04
#define SQ_TRACK_POTTED 0.01

/* Of these that stay, in the pot: share that another one has stirred, so that they lie anywhere in it. Lower:
 * a wink that falls into the pot and moves its like is a puzzle; higher: where one is seen in the pot it may
 * as well be one that has only now vanished elsewhere. */
#define SQ_TRACK_POT_STIRRED 0.1

/* mm by which a struck wink typically slides. Longer: of two struck winks that look alike the nearer one is
 * less preferred; past 100 the difference to a flight is gone. */
#define SQ_TRACK_NUDGE_MM 25.0

/* mm that two looks at a wink that stayed may differ beyond what they claim: codec and shading. */
#define SQ_TRACK_SIGMA_MM 0.15

/* Degrees of freedom of the claimed deviations' tails (Student's t). More: one bad fit of a covered wink
 * counts as a move. */
#define SQ_TRACK_TAILS 3.0

/* mm that a wink may be pushed unseen while others lie over it, or for all that one look that missed it
 * tells. */
#define SQ_TRACK_HIDDEN_SIGMA_MM 3.0

/* Share of a wink's face from which on it may be out of sight because of what lies over it, and from which on
 * that is what one expects: a wink is reported when a twentieth of it is seen (SQ_SEEN_LEAST), but of which a
 * third is seen it is missed now and then, and by less than a fifth often. Lower: a wink that was shot away
 * is taken to lie under one that came to rest near its place. */
#define SQ_TRACK_OVERLAID_SHARE 0.5
#define SQ_TRACK_COVERED_SHARE 0.8

/* mm between the points of a face that are asked whether something lies over them: 80 points for a small
 * wink. */
#define SQ_TRACK_GRID_MM 1.5

/* How often a wink is out of sight: with nothing over it (a slip of the eye, or it is gone); freshly covered;
 * and covered or out of sight before. */
#define SQ_TRACK_MISSED 0.005
#define SQ_TRACK_HIDDEN 0.5
#define SQ_TRACK_STILL_HIDDEN 0.8

/* A covered wink is seen somewhere though what lay over it is still there: it was not where it was thought to
 * be. Higher: a wink that lands beside a pile is taken for its like that lies hidden in it. */
#define SQ_TRACK_COMES_OUT 0.01

/* False winks in a picture without a hand; and the share of them that seem to be seen well (SQ_TRIAL_SEEN).
 * Higher: of two discs for one wink, the one that is hardly seen may be taken for it. */
#define SQ_TRACK_FALSE 0.02
#define SQ_TRACK_FALSE_WHOLE 0.1

/* The least probability of a mistaken colour or size, however sure sight is. Higher: a wink that lands
 * exactly on another one is taken for that one, its colour mistaken. */
#define SQ_TRACK_CLASS_LEAST 0.0001

/* A blob is one wink alone when its area is a wink's to this share, the drawing leaves less than
 * that share of the face unexplained, and that share of the rim shows its edge; whatever else is
 * explained the long way. */
#define SQ_ALONE_AREA 0.25
#define SQ_ALONE_LEFT 0.12

/* The same of a wink too pale for any other explanation: a lamp's, or of the felt's own colour. Its face is
 * hardly more than its bevel and the noise; the whole rim of a disc of just that size tells it. */
#define SQ_ALONE_PALE_LEFT 0.5
#define SQ_ALONE_RIM 0.9

/* mm: a cluster narrower than this shows no wink that could be claimed, but a line, a hair or the edge of the
 * mat. */
#define SQ_NARROWEST_MM 2.5

/* Grid (mm) on which a disc's place is first tried: a quarter of a small wink's radius loses no gain that
 * matters. */
enum { SQ_GRID_MM = 2 };

/* Whether another size, order or number is tried for a disc: mm² of picture on it that is not explained, or a
 * share of its face so small that it may be no wink at all. A right explanation leaves 1 to 8 mm². */
#define SQ_TRIAL_LEFT_MM2 10.0
#define SQ_TRIAL_SEEN 0.35

/* A disc of which less than this shows in a pixel gains nothing from it. */
#define SQ_FIT_SHOWN 1e-4f
/* mm: two small winks of one colour that are seen nearer to each other than this are one and the same. */
#define SQ_SAME_WINK_MM 2.0

/* ---- Faint winks (faint.h). ---- */

/* mm about a wink, and blurs about that, within which nothing is bare: halos and shadows. */
#define SQ_FAINT_MARGIN_MM 0.7
#define SQ_FAINT_BLURS 1.0

/* Chroma from which a pixel is bare: a quarter of the palest winks'. */
#define SQ_FAINT_LEAST 0.04f

/* Share of a small wink's face that must lie bare; and share of a colour's usual strength up to which it is
 * faint. */
#define SQ_FAINT_SHARE 0.3
#define SQ_FAINT_STRENGTH 0.6f

/* mm within which two explanations have the same wink. */
#define SQ_FAINT_SAME_MM 1.5

/* Share of a faint wink's face and of its rim that must be seen, and share of that at which the picture shows
 * an edge. Lower: tints that hands throw on the felt are winks. */
#define SQ_FAINT_SEEN 0.6
#define SQ_FAINT_SUPPORT 0.8

/* Blurs on either side of the rim at which its step is read; share of the usual step that counts as one; and
 * how far felt strays from the felt's brightness in any colour: grain, and shadows of winks. */
#define SQ_FAINT_STEP_BLURS 2.0
#define SQ_FAINT_STEP 0.4f
#define SQ_FAINT_FELT 0.3f

/* How much higher the step at the rim of the other size is before a faint wink is taken to be of that one. */
#define SQ_FAINT_HIGHER 1.25

/* mm from what covers the mat within which nothing faint is looked for, since it tints the felt; and its
 * radius from which that is so everywhere: a hand's, an arm's. */
#define SQ_FAINT_FROM_REGION_MM 40.0
#define SQ_FAINT_HAND_MM 50.0

/* A blob of which no wink was made is told as a region from this share of a small wink's face on, where it
 * fills this share of its box (a disc fills 0.79). Lower: shade and creases are. Higher: winks that are not
 * known as such are not said at all. */
#define SQ_LEFT_OVER_SHARE 0.5
#define SQ_LEFT_OVER_FILL 0.5

/* mm about the pot's axis in which it is not: the shade of mixed lamps is as coloured as a faint wink, and as
 * long as the pot is high two times. */
#define SQ_LEFT_OVER_POT_MM 60.0

/* ---- Clutter: coins and slips of paper (girth.h, clutter.h). ---- */

/* Along a ray over a rim: from sample to sample (mm), and how far on either side of it the colour's end is
 * looked for: as far as a coin's rim may lie from a wink's, and past the blur. */
#define SQ_GIRTH_STEP_MM 0.5
#define SQ_GIRTH_REACH_MM 2.5
#define SQ_GIRTH_REACH_BLURS 3.0

/* Winks' worth of belief in a usual girth: where a wink's colour ends as a rule, mm beyond the rim that fits
 * best (its bevel is darker), and the median of how far single rays stray from that. Fewer: where nothing but
 * coins lie about, they tell what a wink is. */
enum { SQ_CLUTTER_PRIOR_WINKS = 3 };
#define SQ_GIRTH_USUAL_MM (-0.15f)
#define SQ_GIRTH_STRAY_MM 0.15f

/* Neighbouring rays that tell as much as one: a codec's block spans them. */
#define SQ_GIRTH_ALIKE 6.0

/* Share of a round rim's rays that something else spoils: a finger over it, a shade, a neighbour's colour. */
#define SQ_GIRTH_SPOILT 0.1

/* Share of the rays that must tell for a disc's width to be known, apart from its place. */
#define SQ_GIRTH_WHOLE 0.6

/* mm by which the widths of winks seem to differ in one picture: bevels in the light and in the shade. Lower:
 * winks under a lamp become clutter. */
#define SQ_GIRTH_WIDTH_MM 0.15

/* mm over which the rim of a coin that was taken for a wink may lie as well; and by which a paper's outline
 * strays from the discs that it was taken for. */
#define SQ_COIN_WIDTHS_MM 5.0
#define SQ_PAPER_STRAY_MM 1.0

/* Share of its tint by which a wink differs from its fellows beside what these do from one another (lower:
 * what a lamp grazes becomes clutter); the longest tint, in their lengths, that is taken for their colour;
 * pixels of a face that tell its colour. */
#define SQ_CLUTTER_TINT 0.05
#define SQ_CLUTTER_LONGEST 1.2
enum { SQ_CLUTTER_PIXELS = 10 };

/* Degrees of freedom of that difference's distribution, at most: how far gloss and mixed lamps carry a few.
 * With few fellows it has fewer. */
#define SQ_CLUTTER_FREEDOM 4

/* The shade (share of the light) that is believed, darkest and lightest. */
#define SQ_CLUTTER_DARKEST 0.05
#define SQ_CLUTTER_LIGHTEST 1.5

/* How many of what is found as winks are none, where no more are seen than a set has (of 3422 in two drawn
 * sets without clutter 9 were none); and how likely those beyond the set are none, rather than winks of
 * another set. Lower: coins stay winks. Higher: glossy winks under tinted lamps become regions, and winks of
 * another set. */
#define SQ_CLUTTER_SELDOM 0.0035
#define SQ_CLUTTER_SURPLUS 0.8

/* How much seldomer clutter lies with winks of other colours, rather than by itself. Higher: winks of heaps
 * become regions, whose colours mix at the rims. */
#define SQ_CLUTTER_AMONG 0.1

/* How many of a set's winks are out of sight: in the pot, under others. And how often it is clutter that
 * makes too many of one size, where all of the colour are not too many: the size was mistaken else. */
#define SQ_CLUTTER_OUT_OF_SIGHT 0.2
#define SQ_CLUTTER_MISSIZED 0.2

/* ---- Merge: two looks at one rest (merge.h). ---- */

/* mm within which two looks at one rest see the same wink: far beyond what a good fit is off, well within a
 * wink's radius. */
#define SQ_MERGE_MM 3.0

/* Share of a look's error that comes again in another look at the same rest: the picture's blur,
 * the lens, the lamp stay. 0: two doubtful looks make a wrong call; 1: the second look is for
 * overlooked winks alone. */
#define SQ_MERGE_SHARED 0.5

/* mm; the least deviation that is believed, so that none divides by 0. */
#define SQ_MERGE_SIGMA_MM 0.01

/* The surest that one look is of a pair. */
#define SQ_MERGE_LEAST 0.001

/* ---- play: what happened between two rests (play.h). Probabilities of causes; a factor of two either way
 * decides only what is a question anyhow. ---- */

/* What happens between two rests that a motion parts: a shot, a hand that only moves winks, or nothing. */
#define SQ_PLAY_SHOT_BETWEEN 0.8
#define SQ_PLAY_ONLY_HANDS 0.1
#define SQ_PLAY_NO_SHOT 0.1

/* The same where the rules want just those winks moved that moved (13.1, 20.1, 25.4): that comes before the
 * next shot. Lower: what hands put right is asked about. */
#define SQ_PLAY_HANDS_OWED 0.8

/* Whose shot it is: the colour that is due; the next one after a pass that nobody can see; any other one. */
#define SQ_PLAY_DUE 0.96
#define SQ_PLAY_AFTER_PASS 0.02
#define SQ_PLAY_OUT_OF_TURN 0.01

/* A squopped wink is played by mistake (10.1). */
#define SQ_PLAY_SQUOPPED_PLAYED 0.02

/* Where the played wink comes to rest: on the mat, behind its baseline still, in the pot, off the mat; and in
 * the pot or off without being seen there (under others in the pot; rolled beyond SQ_REACH_MM). */
#define SQ_PLAY_FATE_MAT 0.87
#define SQ_PLAY_FATE_SHORT 0.02
#define SQ_PLAY_FATE_POT 0.05
#define SQ_PLAY_FATE_OFF 0.03
#define SQ_PLAY_FATE_POT_UNSEEN 0.02
#define SQ_PLAY_FATE_OFF_UNSEEN 0.01

/* What a shot that stays on the mat was aimed at: another wink, to lie on it or beside it, or the pot; the
 * rest goes anywhere. mm by which winks and pot are missed. Without this a wink that comes to lie exactly on
 * another one is too unlikely to be believed. */
#define SQ_PLAY_AIMED_AT_WINK 0.4
#define SQ_PLAY_AIMED_AT_POT 0.3
#define SQ_PLAY_WINK_MISSED_MM 12.0
#define SQ_PLAY_POT_MISSED_MM 120.0

/* mm from the pot within which players pot rather than squop, and what that does to the fate of a wink that
 * is nowhere to be seen: sooner in the pot, and hardly off a mat whose edge is 400 mm away. */
#define SQ_PLAY_POT_RANGE_MM 250.0
#define SQ_PLAY_POT_FROM_NEAR 5.0
#define SQ_PLAY_OFF_FROM_NEAR 0.3

/* Another wink is struck: near where the played one was or came to rest, elsewhere; and knocked off or in. */
#define SQ_PLAY_STRUCK_NEAR 0.3
#define SQ_PLAY_STRUCK_FAR 0.01
#define SQ_PLAY_STRUCK_GONE 0.002

/* mm within which a wink is near: two large winks' width and a roll. */
#define SQ_PLAY_NEAR_MM 60.0

/* Share of struck winks that slide (by SQ_TRACK_NUDGE_MM); the others fly as if shot. */
#define SQ_PLAY_STRUCK_SLIDES 0.9

/* How much a struck wink keeps the direction of the one that strikes it: straight on is 1 + this, straight
 * back 1 - this, times as likely as any direction. 0: which of two alike came to rest where is left to how
 * far each would have gone; 1: none is ever pushed back. */
#define SQ_PLAY_PUSHED_AHEAD 0.9

/* The eye overlooks a wink that lies open, in both looks at a rest. Higher: what vanished is sooner taken as
 * overlooked than as gone. */
#define SQ_PLAY_MISSED 0.002

/* Nor does it see one that a shot has just brought to rest where a lamp is mirrored: it lies there for the
 * first time, and nothing in earlier looks speaks against such a place. Lower: a wink that vanished is sooner
 * told as sent off or potted than asked about. */
#define SQ_PLAY_MISSED_WHERE_IT_LANDED 0.01

/* Two winks of which one has just been played to the other lie as a pile of which the eye makes nothing.
 * Lower: when both vanish the one is told as potted, the other as overlooked. */
#define SQ_PLAY_PILE_MISSED 0.05

/* Where something lies over a part of the mat, the shot may well have gone under it. */
#define SQ_PLAY_MISSED_UNDER_VEIL 0.2

/* mm by which place and radius of what lies over the mat may differ from rest to rest and still be the same
 * thing that lies there: its outline joins and leaves winks. A hand that comes back lies elsewhere. */
#define SQ_PLAY_VEIL_MM 30.0

/* And if it did so once, at the next rest again: what misled it (a highlight, a shadow) is mostly still
 * there. */
#define SQ_PLAY_MISSED_AGAIN 0.5

/* What hands do to a wink: bring it back where the rules say so (13, 5.4), take it up to do so, set it
 * straight behind its baseline, move it for no known reason. */
#define SQ_PLAY_HAND_BACK 0.5
#define SQ_PLAY_HAND_TAKEN 0.05
#define SQ_PLAY_HAND_TIDIED 0.0005
#define SQ_PLAY_HAND_ODD 0.003

/* mm between the pot and a wink that hands have let down from it or moved out of its place, at most (25.3,
 * 25.4). Wider: one that is played from there to close by is taken as moved by hand. */
#define SQ_PLAY_LET_DOWN_MM 5.0

/* mm by which a wink reaches at least into the pot's place (25.3). Less: one that touches the pot and is
 * misplaced by the eye is taken for such a one when it is played to close by. */
#define SQ_PLAY_IN_POTS_PLACE_MM 1.5

/* mm by which hands mistake a wink's distance from the pot when they move it apart (20.1). Wider: one that is
 * played to close by is sooner taken as moved apart. */
#define SQ_PLAY_PARTED_MM 4.0

/* Share of the winks out of sight that are off the mat though that was not told. Lower: one that is put back
 * at the boundary is told as played there. */
#define SQ_PLAY_LOST_WAS_OFF 0.1

/* Share of the winks that are put back at 22 mm from the boundary (13.1 i), and mm to which hands
 * and rulers find that line. Narrower: a wink that was put back by eye is sooner taken as one that
 * came to rest there. */
#define SQ_PLAY_PUT_BACK_WELL 0.8
#define SQ_PLAY_PUT_BACK_MM 8.0

/* mm from that line at which the others lie, typically: put back without looking closely, but at the edge
 * where they fell. Wider: a wink that the eye overlooked where it came to rest and then finds in the midst of
 * the mat is told as sent off. */
#define SQ_PLAY_PUT_BACK_ROUGH_MM 25.0

/* Share of the winks that went off that somebody puts back before all lies at rest, so that nobody sees them
 * off. Lower: they are told as shots that came to rest at the boundary; higher: those are asked about. */
#define SQ_PLAY_BACK_AT_ONCE 0.3

/* Shots of a game that are timed before the length of a motion tells anything; the least deviation of the
 * logarithm of their lengths (a fifth: players are no clockwork); and how much the length may tell at most.
 * More: one who aims long is taken to have put a wink back. */
#define SQ_PLAY_PACE_SHOTS 5
#define SQ_PLAY_PACE_SIGMA 0.2
#define SQ_PLAY_PACE_MOST 30.0

/* Share of the winks that went off that lie on the mat again when the next shot is played. Lower: one that
 * the eye overlooks is taken for one that went off, and its side loses a shot. */
#define SQ_PLAY_PUT_BACK_IN_TIME 0.95

/* Share of the rests that mislead about what was played before, in a way that no story tells: a wink that the
 * eye puts elsewhere, another one overlooked. How the game goes on never settles a question more surely than
 * by this. Lower: what was held for good reason is told after all, and wrongly; higher: what the sequel shows
 * remains a question. */
#define SQ_PLAY_MISREAD 0.005

/* An event that the rules refuse now: they are a prior, no blinkers. */
#define SQ_PLAY_REFUSED 0.01

/* What hardly happens: a wink leaves its baseline without being played. */
#define SQ_PLAY_ODD 1e-4

/* Somebody jolts the mat, and then each wink moves with this probability. More often, and a shot that
 * scatters a pile is a question; more seldom, and a jolt is taken for a shot. */
#define SQ_PLAY_JOLT 1e-5
#define SQ_PLAY_JOLTED 0.3

/* A foul that is open is put back; mm to which players find the old places. */
#define SQ_PLAY_REPLACED_FOUL 0.5
#define SQ_PLAY_REPLACED_MM 25.0

/* A wink has moved when its two places are further apart than so many of their joint deviations, and than so
 * many mm. Lower: the restless fit of a covered wink counts as a shot. Higher: a shot that only turns a wink
 * over is overlooked. */
#define SQ_PLAY_MOVED_SIGMAS 6.0
#define SQ_PLAY_LEAST_MM 1.5

/* mm of the longest shot: the mat's diagonal. */
#define SQ_PLAY_FARTHEST_MM 2045.0

/* Two winks that nobody moved lie as they were believed to lie. Lower: the eye's doubts of a pair come up
 * anew at every rest. */
#define SQ_PLAY_PAIR_STAYS 0.98

/* Share of a look at two winks that did not move that is news (an exponent): the same highlight and the same
 * hidden rim mislead every look. 1: ten doubtful looks make a certain call; 0: a wrong call is never put
 * right. */
#define SQ_PLAY_SECOND_SIGHT 0.5

/* What flew lies above what it meets; what slid under or over another keeps its order with it. Lower: a squop
 * of which the eye does not see the order is a question. */
#define SQ_PLAY_LANDS_ABOVE 0.98
#define SQ_PLAY_SLIDES_ALIKE 0.95

/* Of two that both flew, the struck one comes down after the played one. */
#define SQ_PLAY_STRUCK_ABOVE 0.6

/* mm beyond which a struck wink has flown rather than slid (SQ_TRACK_NUDGE_MM is what slides typically). */
#define SQ_PLAY_FLEW_MM 100.0

/* A wink moves while what lies over it stays: the shot drew it out from under. Higher: a wink that lands on a
 * pile is taken for its like that lies in it. */
#define SQ_PLAY_FROM_UNDER 0.02

/* What the eye rules out may still be so often. */
#define SQ_PLAY_PAIR_LEAST 0.005

/* A reading stands from this probability on; below it is a question. The price of a wrong call is high, that
 * of a question low but not nothing. */
#define SQ_PLAY_CERTAIN 0.95

/* How the cup's side curves between base and top: radius ~ height^flare. The rules say "concave-sided" and no
 * more: straight would be 1. The rendered cups of the tests follow 1.3 to 1.4; between 1.2 and 2 the height
 * of a wink's contact moves it by 0.3 mm at most. */
#define SQ_POT_FLARE 1.35

/* The deviation of that. Smaller: winks that lean on a cup of another make are told where they would touch
 * the usual one. Larger: how near they are to the pot is only known as well as they are seen. */
#define SQ_POT_FLARE_SIGMA 0.2

/* mm: the radius of a wink's edge, which is moulded round. Taken as sharp (0), one that leans at 45° would
 * seem to reach 0.17 mm nearer to the pot. */
#define SQ_WINK_ROUNDING_MM 0.4

/* Leans (radians) between which a leaning wink is looked for, 4° and 70°; below, it lies on the felt as far
 * as a picture tells. */
#define SQ_LEAN_LEAST 0.07
#define SQ_LEAN_MOST 1.22
#define SQ_LEAN_COARSE 0.14
#define SQ_LEAN_FINE 0.01
#define SQ_LEAN_FINER 4 /* by which the search's steps shrink */

/* Gauss–Newton steps for one lean; at the price of 1 mm² unexplained: mm that a pose may slip from touching
 * the cup, whose side is known to that, and mm that a flat wink may lie under the cup's base, as its place
 * beside the cup is known; mm² by which leaning must explain more than lying flat. */
enum { SQ_LEAN_STEPS = 3 };
#define SQ_LEAN_SLIP_MM 0.5
#define SQ_LEAN_UNDER_MM 0.3

/* Deviations that a flat wink may seem to lie beneath the cup's base and still lie beside it. More: one that
 * the pot stands on is told to lie beside. */
#define SQ_LEAN_UNDER_SIGMAS 3.0
#define SQ_LEAN_BETTER_MM2 8.0

/* Chroma siting from rims: levels that the luma must step; px over which it may rise from a quarter to three
 * quarters (a shadow's edge is wider); px that chroma can be off at all; the part of a radius above and below
 * the middle where a rim is upright; the share of a wink that must be seen; points that each side needs; and
 * how near the answer must lie to one of the two sitings, 0 or 0.5 px. */
#define SQ_SITING_STEP 24.0f
#define SQ_SITING_STEEP_PX 2.5f
#define SQ_SITING_MOST_PX 2.0f
#define SQ_SITING_UPRIGHT 0.5
#define SQ_SITING_SEEN 0.98
#define SQ_SITING_POINTS 20
#define SQ_SITING_SURE_PX 0.2f

/* mm² of the mat that something must cover to be told as covering it: a small wink's face. */
#define SQ_REGION_LEAST_MM2 200.0

/* How many times as long as wide a region may be to be told as one round one. More: a tape along a side
 * covers half of the mat. Less: a hand is told as a heap of circles. */
#define SQ_REGION_SLENDER 3

/* Radius (mm) up to which any shape is told as one: it hides no more than a pile or two beside it. */
#define SQ_REGION_WHOLE_MM 60.0

/* What is seen in the pot. The wall's thickness with the rim's blur, mm; how far in from there the cup's own
 * wall is what is seen most, mm; the wall's chroma from which the cup has a colour of its own; how pale
 * colours are in the cup's shade; and the share of the light on a wink in there that a coloured wall throws:
 * measured on yellow in red cups, whose hue it turns by 15 to 30 degrees. */
#define SQ_POT_WALL_MM 3.5
#define SQ_POT_WALL_SEEN_MM 5.0
#define SQ_POT_TINT 0.12f
#define SQ_POT_SHADE 0.6f
#define SQ_POT_GLOW 0.4f

/* Winks on the pot's rim. How wide the rim is at most, mm: from a wall of 1 to one of 3 what bears a wink is
 * 1 mm nearer to the axis. Share of a colour's chroma from which a pixel shows it: that on a cup's side,
 * where the wink's own blur lies. mm of the rim that a wink covers: at least half of what a small one does,
 * at most what a large one does, and half as much; the cup's own colour is seen all round. The steps of the
 * search, mm; the share of its face that must be seen, another's edge or a highlight upon it excepted; and
 * the deviation of a place that is told by whole pixels. */
#define SQ_POT_RIM_MM 2.0
#define SQ_RIM_WINK_CHROMA 0.4f
#define SQ_RIM_WINK_COVERS_MM 8.0
#define SQ_RIM_WINK_MOST_MM 35.0
#define SQ_RIM_WINK_COARSE_MM 2.0
#define SQ_RIM_WINK_FINE_MM 0.25
#define SQ_RIM_WINK_FACE 0.85
#define SQ_RIM_WINK_SIGMA_MM 0.4

/* Height (mm) at which a potted wink is supposed: one to four lie on the floor, which shifts its place by
 * half a millimetre; the deviation of that place; the share of its face that must be seen to tell it; and the
 * shares that tell its size whatever else may lie there: two small winks fill up to 0.8 of a large one's
 * face, half a large one, its rest under others, 0.6 of a small one's. Lower ones tell a wrong size. */
#define SQ_POTTED_Z_MM 6.0
#define SQ_POTTED_SIGMA_MM 1.5
#define SQ_POTTED_SHARE 0.55
#define SQ_POTTED_LARGE_SHARE 0.82
#define SQ_POTTED_SMALL_SHARE 0.65

/* ---- What has changed from rest to rest (mat_change, trace) ---- */

/* Deviations of its neighbourhood's noise by which a cell that has changed stands out, and the least noise
 * that is assumed, levels of a cell's mean: a codec draws felt anew with each picture. Lower: noise counts as
 * change, and a wink that nobody sees is thought to have moved. Higher: a green wink that mirrors a lamp on
 * green felt, seven levels from it, leaves without a change. */
#define SQ_CHANGED_SIGMAS 6.0f
#define SQ_CHANGED_NOISE_LEVELS 0.5f

/* Levels below white at which a cell shows nothing more; the share of the pot's floor that may be so before
 * nothing is told of it. Higher: a wink potted where the lamp is mirrored is told as sent off. */
#define SQ_CHANGED_WHITE_LEVELS 4.0f
#define SQ_CHANGED_DAZZLED_SHARE 0.3

/* mm to which a disc that seems to lie still lies where it lay (the eye may shift what is half hidden), and
 * from which on it slid; mm beyond its rim that a wink's own change may reach: half a cell and its shadow.
 * Wider: what lands beside a wink that slid is lost. */
#define SQ_TRACE_ABOUT_MM 6.0
#define SQ_TRACE_SLID_MM 0.7
#define SQ_TRACE_MARGIN_MM 3.0

/* Share of a wink's place that changes when it leaves it, at least; and at most while it stays and nothing
 * comes to lie there. Between: another one has landed upon it. */
#define SQ_TRACE_LEFT_SHARE 0.7
#define SQ_TRACE_STAYED_SHARE 0.15

/* mm² that may be the change by one wink: its cells, of which those at the rim count whole (300 and 500 for
 * the two sizes), and of a small one hidden by a third at least; from which on it is a large one, and from
 * which on it is there as a whole. mm from end to end at most. Higher: two winks that touch are one. */
#define SQ_TRACE_LEAST_MM2 110.0
#define SQ_TRACE_MOST_MM2 720.0
#define SQ_TRACE_LARGE_MM2 400.0
#define SQ_TRACE_WHOLE_MM2 220.0
#define SQ_TRACE_LONGEST_MM 36.0

/* mm beyond the rim of a wink that came or went to which its shadow is looked for: one that leans upon two
 * others stands 5 mm high, under a lamp at 15 degrees. Wider: half of a wink that was struck there and cannot
 * be made out is lost. */
#define SQ_TRACE_SHADOW_MM 18.0

/* The deviation of a trace's place, mm, of a whole one and of a part; how often its size is right. */
#define SQ_TRACE_SIGMA_MM 0.7
#define SQ_TRACE_PART_SIGMA_MM 4.0
#define SQ_TRACE_SIZE_RIGHT 0.9

/* How often a wink that the eye overlooks leaves a trace where it came to rest; and traces a rest that are
 * no wink (a shadow that a hand left, a thing that was put there), whole ones and such as are but a part of a
 * wink: the shadow of one that leant upon another has gone with it. Higher: what lies where a lamp is
 * mirrored is asked about; lower: a shadow is told as a wink. */
#define SQ_TRACE_LEFT_BY_WINK 0.95
#define SQ_TRACE_FALSE 0.001
#define SQ_TRACE_PART_FALSE 0.02

/* A wink leaves its place and the picture there stays as it was. Higher: of two alike it may be the one whose
 * place has not changed that moved. */
#define SQ_TRACE_LEFT_UNSEEN 1e-4

/* A trace is the wink's that lay there, by less than its width. Higher: the change that its leaving makes is
 * taken for it. */
#define SQ_TRACE_OF_ITSELF 1e-6

/* A wink comes to lie upon one of its own colour and no cell changes, not even by its rim; against the eye
 * making two of one. Higher: one that was sent off lies upon its like instead. */
#define SQ_TRACE_UPON_LIKE_UNSEEN 0.05

/* All of a wink's place changes though it lies there still: a lamp is mirrored now, a shadow has come.
 * Higher: one that was played out of sight is asked about as overlooked. */
#define SQ_TRACE_CHANGED_BY_LIGHT 0.02

/* mm about the pot's centre in which its floor shows to a camera that looks from above; the share of it that
 * changes when a wink falls in, at least. How often that shows (not where a lamp blinds, or where it lies
 * under the side), and how often something changes there by itself. Wider: the cup's own light and shade
 * count. */
#define SQ_TRACE_POT_MM 15.0
#define SQ_TRACE_POT_SHARE 0.05
#define SQ_TRACE_LEFT_IN_POT 0.9
#define SQ_TRACE_POT_FALSE 0.01

/* A normal deviation over the median of its amounts. */
#define SQ_SIGMA_OF_MEDIAN 1.4826f

/* ---- Which corner is whose (mat) ---- */

/* Winks behind their own baselines that tell whose corner is which, and those behind others' that may be: a
 * third of the set, and one that was shot across. Fewer: mid-game chance turns the mat around. */
#define SQ_BLUE_VOTES 8
#define SQ_BLUE_STRAYS 1

#endif
