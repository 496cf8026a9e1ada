/* What is believed of play before anything is seen: how often winks stay, move, fly, are potted or
 * overlooked, and how far. One list, since these numbers are to be learned together, from drawn games.
 * Probabilities have no unit; densities are told at each. */
#ifndef SQ_VISION_PLAY_ODDS_H
#define SQ_VISION_PLAY_ODDS_H

#include "vision/math/tunable_number.h"

/* One shot moves its own wink and one or two others of 24; most moves are short pushes or whole flights. */
SQ_NUMBER(SQ_TRACK_STAYS, 0.9);
SQ_NUMBER(SQ_TRACK_NUDGED, 0.04);
SQ_NUMBER(SQ_TRACK_FLEW, 0.04);
SQ_NUMBER(SQ_TRACK_POTTED, 0.01);

/* Of these that stay, in the pot: share that another one has stirred, so that they lie anywhere in it. Lower:
 * a wink that falls into the pot and moves its like is a puzzle; higher: where one is seen in the pot it may
 * as well be one that has only now vanished elsewhere. */
SQ_NUMBER(SQ_TRACK_POT_STIRRED, 0.1);

/* mm by which a struck wink typically slides. Longer: of two struck winks that look alike the nearer one is
 * less preferred; past 100 the difference to a flight is gone. */
SQ_NUMBER(SQ_TRACK_NUDGE_MM, 25.0);

/* mm that two looks at a wink that stayed may differ beyond what they claim: codec and shading. */
SQ_NUMBER(SQ_TRACK_SIGMA_MM, 0.15);

/* Degrees of freedom of the claimed deviations' tails (Student's t). More: one bad fit of a covered wink
 * counts as a move. */
SQ_NUMBER(SQ_TRACK_TAILS, 3.0);

/* mm that a wink may be pushed unseen while others lie over it, or for all that one look that missed it
 * tells. */
SQ_NUMBER(SQ_TRACK_HIDDEN_SIGMA_MM, 3.0);

/* Share of a wink's face from which on it may be out of sight because of what lies over it, and from which on
 * that is what one expects: a wink is reported when a twentieth of it is seen, but of which a
 * third is seen it is missed now and then, and by less than a fifth often. Lower: a wink that was shot away
 * is taken to lie under one that came to rest near its place. */
SQ_NUMBER(SQ_TRACK_OVERLAID_SHARE, 0.5);
SQ_NUMBER(SQ_TRACK_COVERED_SHARE, 0.8);

/* mm between the points of a face that are asked whether something lies over them: 80 points for a small
 * wink. */
SQ_NUMBER(SQ_TRACK_GRID_MM, 1.5);

/* How often a wink is out of sight: with nothing over it (a slip of the eye, or it is gone); freshly covered;
 * and covered or out of sight before. */
SQ_NUMBER(SQ_TRACK_MISSED, 0.005);
SQ_NUMBER(SQ_TRACK_HIDDEN, 0.5);
SQ_NUMBER(SQ_TRACK_STILL_HIDDEN, 0.8);

/* A covered wink is seen somewhere though what lay over it is still there: it was not where it was thought to
 * be. Higher: a wink that lands beside a pile is taken for its like that lies hidden in it. */
SQ_NUMBER(SQ_TRACK_COMES_OUT, 0.01);

/* False winks in a picture without a hand; and the share of them that seem to be seen well (SQ_SLIVER_SEEN).
 * Higher: of two discs for one wink, the one that is hardly seen may be taken for it. */
SQ_NUMBER(SQ_TRACK_FALSE, 0.02);
SQ_NUMBER(SQ_TRACK_FALSE_WHOLE, 0.1);

/* The least probability of a mistaken colour or size, however sure the eye is. Higher: a wink that lands
 * exactly on another one is taken for that one, its colour mistaken. */
SQ_NUMBER(SQ_TRACK_CLASS_LEAST, 0.0001);

/* What happens between two rests that a motion parts: a shot, or a hand that only moves winks; else nothing.
 */
SQ_NUMBER(SQ_PLAY_SHOT_BETWEEN, 0.8);
SQ_NUMBER(SQ_PLAY_ONLY_HANDS, 0.1);

/* The same where the rules want just those winks moved that moved (13.1, 20.1, 25.4): that comes before the
 * next shot. Lower: what hands put right is asked about. */
SQ_NUMBER(SQ_PLAY_HANDS_OWED, 0.8);

/* Whose shot it is: the colour that is due; the next one after a pass that nobody can see; any other one. */
SQ_NUMBER(SQ_PLAY_DUE, 0.96);
SQ_NUMBER(SQ_PLAY_AFTER_PASS, 0.02);
SQ_NUMBER(SQ_PLAY_OUT_OF_TURN, 0.01);

/* A squopped wink is played by mistake (10.1). */
SQ_NUMBER(SQ_PLAY_SQUOPPED_PLAYED, 0.02);

/* Where the played wink comes to rest: behind its baseline still, in the pot, off the mat; and in the pot or
 * off without being seen there (under others in the pot; rolled beyond SQ_REACH_MM). All others lie on the
 * mat. */
SQ_NUMBER(SQ_PLAY_FATE_SHORT, 0.02);
SQ_NUMBER(SQ_PLAY_FATE_POT, 0.05);
SQ_NUMBER(SQ_PLAY_FATE_OFF, 0.03);
SQ_NUMBER(SQ_PLAY_FATE_POT_UNSEEN, 0.02);
SQ_NUMBER(SQ_PLAY_FATE_OFF_UNSEEN, 0.01);

/* What a shot that stays on the mat was aimed at: another wink, to lie on it or beside it, or the pot; the
 * rest goes anywhere. mm by which winks and pot are missed. Without this a wink that comes to lie exactly on
 * another one is too unlikely to be believed. */
SQ_NUMBER(SQ_PLAY_AIMED_AT_WINK, 0.4);
SQ_NUMBER(SQ_PLAY_AIMED_AT_POT, 0.3);
SQ_NUMBER(SQ_PLAY_WINK_MISSED_MM, 12.0);
SQ_NUMBER(SQ_PLAY_POT_MISSED_MM, 120.0);

/* mm from the pot within which players pot rather than squop, and what that does to the fate of a wink that
 * is nowhere to be seen: sooner in the pot, and hardly off a mat whose edge is 400 mm away. */
SQ_NUMBER(SQ_PLAY_POT_RANGE_MM, 250.0);
SQ_NUMBER(SQ_PLAY_POT_FROM_NEAR, 5.0);
SQ_NUMBER(SQ_PLAY_OFF_FROM_NEAR, 0.3);

/* Another wink is struck: near where the played one was or came to rest, elsewhere; and knocked off or in. */
SQ_NUMBER(SQ_PLAY_STRUCK_NEAR, 0.3);
SQ_NUMBER(SQ_PLAY_STRUCK_FAR, 0.01);
SQ_NUMBER(SQ_PLAY_STRUCK_GONE, 0.002);

/* mm within which a wink is near: two large winks' width and a roll. */
SQ_NUMBER(SQ_PLAY_NEAR_MM, 60.0);

/* Share of struck winks that slide (by SQ_TRACK_NUDGE_MM); the others fly as if shot. */
SQ_NUMBER(SQ_PLAY_STRUCK_SLIDES, 0.9);

/* How much a struck wink keeps the direction of the one that strikes it: straight on is 1 + this, straight
 * back 1 - this, times as likely as any direction. 0: which of two alike came to rest where is left to how
 * far each would have gone; 1: none is ever pushed back. */
SQ_NUMBER(SQ_PLAY_PUSHED_AHEAD, 0.9);

/* The eye overlooks a wink that lies open, in both looks at a rest. Higher: what vanished is sooner taken as
 * overlooked than as gone. */
SQ_NUMBER(SQ_PLAY_MISSED, 0.002);

/* Nor does it see one that a shot has just brought to rest where a lamp is mirrored: it lies there for the
 * first time, and nothing in earlier looks speaks against such a place. Lower: a wink that vanished is sooner
 * told as sent off or potted than asked about. */
SQ_NUMBER(SQ_PLAY_MISSED_WHERE_IT_LANDED, 0.01);

/* Two winks of which one has just been played to the other lie as a pile of which the eye makes nothing.
 * Lower: when both vanish the one is told as potted, the other as overlooked. */
SQ_NUMBER(SQ_PLAY_PILE_MISSED, 0.05);

/* Where something lies over a part of the mat, the shot may well have gone under it. */
SQ_NUMBER(SQ_PLAY_MISSED_UNDER_VEIL, 0.2);

/* mm by which place and radius of what lies over the mat may differ from rest to rest and still be the same
 * thing that lies there: its outline joins and leaves winks. A hand that comes back lies elsewhere. */
SQ_NUMBER(SQ_PLAY_VEIL_MM, 30.0);

/* And if it did so once, at the next rest again: what misled it (a highlight, a shadow) is mostly still
 * there. */
SQ_NUMBER(SQ_PLAY_MISSED_AGAIN, 0.5);

/* What hands do to a wink: bring it back where the rules say so (13, 5.4), take it up to do so, set it
 * straight behind its baseline, move it for no known reason. */
SQ_NUMBER(SQ_PLAY_HAND_BACK, 0.5);
SQ_NUMBER(SQ_PLAY_HAND_TAKEN, 0.05);
SQ_NUMBER(SQ_PLAY_HAND_TIDIED, 0.0005);
SQ_NUMBER(SQ_PLAY_HAND_ODD, 0.003);

/* mm between the pot and a wink that hands have let down from it or moved out of its place, at most (25.3,
 * 25.4). Wider: one that is played from there to close by is taken as moved by hand. */
SQ_NUMBER(SQ_PLAY_LET_DOWN_MM, 5.0);

/* mm by which hands mistake a wink's distance from the pot when they move it apart (20.1). Wider: one that is
 * played to close by is sooner taken as moved apart. */
SQ_NUMBER(SQ_PLAY_PARTED_MM, 4.0);

/* Share of the winks out of sight that are off the mat though that was not told. Lower: one that is put back
 * at the boundary is told as played there. */
SQ_NUMBER(SQ_PLAY_LOST_WAS_OFF, 0.1);

/* Share of the winks that are put back where the book says (13.1 i: 22 mm from the boundary), and mm to which
 * hands and rulers find that line. Narrower: a wink that was put back by eye is sooner taken as one that came
 * to rest there. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_WELL, 0.8);
SQ_NUMBER(SQ_PLAY_PUT_BACK_MM, 8.0);

/* mm from that line at which the others lie, typically: put back without looking closely, but at the edge
 * where they fell. Wider: a wink that the eye overlooked where it came to rest and then finds in the midst of
 * the mat is told as sent off. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_ROUGH_MM, 25.0);

/* Share of the winks that went off that somebody puts back before all lies at rest, so that nobody sees them
 * off. Lower: they are told as shots that came to rest at the boundary; higher: those are asked about. */
SQ_NUMBER(SQ_PLAY_BACK_AT_ONCE, 0.3);

/* Shots of a game that are timed before the length of a motion tells anything; the least deviation of the
 * logarithm of their lengths (a fifth: players are no clockwork); and how much the length may tell at most.
 * More: one who aims long is taken to have put a wink back. */
#define SQ_PLAY_PACE_SHOTS 5
SQ_NUMBER(SQ_PLAY_PACE_SIGMA, 0.2);
SQ_NUMBER(SQ_PLAY_PACE_MOST, 30.0);

/* Share of the winks that went off that lie on the mat again when the next shot is played. Lower: one that
 * the eye overlooks is taken for one that went off, and its side loses a shot. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_IN_TIME, 0.95);

/* Share of the rests that mislead about what was played before, in a way that no story tells: a wink that the
 * eye puts elsewhere, another one overlooked. How the game goes on never settles a question more surely than
 * by this. Lower: what was held for good reason is told after all, and wrongly; higher: what the sequel shows
 * remains a question. */
SQ_NUMBER(SQ_PLAY_MISREAD, 0.005);

/* An event that the rules refuse now: they are a prior, no blinkers. */
SQ_NUMBER(SQ_PLAY_REFUSED, 0.01);

/* What hardly happens: a wink leaves its baseline without being played. */
SQ_NUMBER(SQ_PLAY_ODD, 1e-4);

/* Somebody jolts the mat, and then each wink moves with this probability. More often, and a shot that
 * scatters a pile is a question; more seldom, and a jolt is taken for a shot. */
SQ_NUMBER(SQ_PLAY_JOLT, 1e-5);
SQ_NUMBER(SQ_PLAY_JOLTED, 0.3);

/* A foul that is open is put back, as roughly as at the boundary. */
SQ_NUMBER(SQ_PLAY_REPLACED_FOUL, 0.5);

/* A wink has moved when its two places are further apart than so many of their joint deviations, and than so
 * many mm. Lower: the restless fit of a covered wink counts as a shot. Higher: a shot that only turns a wink
 * over is overlooked. */
SQ_NUMBER(SQ_PLAY_MOVED_SIGMAS, 6.0);
SQ_NUMBER(SQ_PLAY_LEAST_MM, 1.5);

/* Two winks that nobody moved lie as they were believed to lie. Lower: the eye's doubts of a pair come up
 * anew at every rest. */
SQ_NUMBER(SQ_PLAY_PAIR_STAYS, 0.98);

/* Share of a look at two winks that did not move that is news (an exponent): the same highlight and the same
 * hidden rim mislead every look. 1: ten doubtful looks make a certain call; 0: a wrong call is never put
 * right. */
SQ_NUMBER(SQ_PLAY_SECOND_SIGHT, 0.5);

/* What flew lies above what it meets; what slid under or over another keeps its order with it. Lower: a squop
 * of which the eye does not see the order is a question. */
SQ_NUMBER(SQ_PLAY_LANDS_ABOVE, 0.98);
SQ_NUMBER(SQ_PLAY_SLIDES_ALIKE, 0.95);

/* Of two that both flew, the struck one comes down after the played one. */
SQ_NUMBER(SQ_PLAY_STRUCK_ABOVE, 0.6);

/* mm beyond which a struck wink has flown rather than slid (SQ_TRACK_NUDGE_MM is what slides typically). */
SQ_NUMBER(SQ_PLAY_FLEW_MM, 100.0);

/* A wink moves while what lies over it stays: the shot drew it out from under. Higher: a wink that lands on a
 * pile is taken for its like that lies in it. */
SQ_NUMBER(SQ_PLAY_FROM_UNDER, 0.02);

/* What the eye rules out may still be so often. */
SQ_NUMBER(SQ_PLAY_PAIR_LEAST, 0.005);

/* A reading stands from this probability on; below it is a question. The price of a wrong call is high, that
 * of a question low but not nothing. */
SQ_NUMBER(SQ_PLAY_CERTAIN, 0.95);

/* mm to which a disc that seems to lie still lies where it lay (the eye may shift what is half hidden), and
 * from which on it slid; mm beyond its rim that a wink's own change may reach: half a cell and its shadow.
 * Wider: what lands beside a wink that slid is lost. */
SQ_NUMBER(SQ_TRACE_ABOUT_MM, 6.0);
SQ_NUMBER(SQ_TRACE_SLID_MM, 0.7);
SQ_NUMBER(SQ_TRACE_MARGIN_MM, 3.0);

/* Share of a wink's place that changes when it leaves it, at least; and at most while it stays and nothing
 * comes to lie there. Between: another one has landed upon it. */
SQ_NUMBER(SQ_TRACE_LEFT_SHARE, 0.7);
SQ_NUMBER(SQ_TRACE_STAYED_SHARE, 0.15);

/* mm² that may be the change by one wink: its cells, of which those at the rim count whole (300 and 500 for
 * the two sizes), and of a small one hidden by a third at least; from which on it is a large one, and from
 * which on it is there as a whole. mm from end to end at most. Higher: two winks that touch are one. */
SQ_NUMBER(SQ_TRACE_LEAST_MM2, 110.0);
SQ_NUMBER(SQ_TRACE_MOST_MM2, 720.0);
SQ_NUMBER(SQ_TRACE_LARGE_MM2, 400.0);
SQ_NUMBER(SQ_TRACE_WHOLE_MM2, 220.0);
SQ_NUMBER(SQ_TRACE_LONGEST_MM, 36.0);

/* mm beyond the rim of a wink that came or went to which its shadow is looked for: one that leans upon two
 * others stands 5 mm high, under a lamp at 15 degrees. Wider: half of a wink that was struck there and cannot
 * be made out is lost. */
SQ_NUMBER(SQ_TRACE_SHADOW_MM, 18.0);

/* The deviation of a trace's place, mm, of a whole one and of a part; how often its size is right. */
SQ_NUMBER(SQ_TRACE_SIGMA_MM, 0.7);
SQ_NUMBER(SQ_TRACE_PART_SIGMA_MM, 4.0);
SQ_NUMBER(SQ_TRACE_SIZE_RIGHT, 0.9);

/* How often a wink that the eye overlooks leaves a trace where it came to rest; and traces a rest that are
 * no wink (a shadow that a hand left, a thing that was put there), whole ones and such as are but a part of a
 * wink: the shadow of one that leant upon another has gone with it. Higher: what lies where a lamp is
 * mirrored is asked about; lower: a shadow is told as a wink. */
SQ_NUMBER(SQ_TRACE_LEFT_BY_WINK, 0.95);
SQ_NUMBER(SQ_TRACE_FALSE, 0.001);
SQ_NUMBER(SQ_TRACE_PART_FALSE, 0.02);

/* A wink leaves its place and the picture there stays as it was. Higher: of two alike it may be the one whose
 * place has not changed that moved. */
SQ_NUMBER(SQ_TRACE_LEFT_UNSEEN, 1e-4);

/* A trace is the wink's that lay there, by less than its width. Higher: the change that its leaving makes is
 * taken for it. */
SQ_NUMBER(SQ_TRACE_OF_ITSELF, 1e-6);

/* A wink comes to lie upon one of its own colour and no cell changes, not even by its rim; against the eye
 * making two of one. Higher: one that was sent off lies upon its like instead. */
SQ_NUMBER(SQ_TRACE_UPON_LIKE_UNSEEN, 0.05);

/* All of a wink's place changes though it lies there still: a lamp is mirrored now, a shadow has come.
 * Higher: one that was played out of sight is asked about as overlooked. */
SQ_NUMBER(SQ_TRACE_CHANGED_BY_LIGHT, 0.02);

/* The share of the pot's floor (SQ_POT_FLOOR_MM) that changes when a wink falls in, at least. How often that
 * shows (not where a lamp blinds, or where it lies under the side). The share that changes there by itself on
 * average, and how often as much as of any size. */
SQ_NUMBER(SQ_TRACE_POT_SHARE, 0.05);
SQ_NUMBER(SQ_TRACE_LEFT_IN_POT, 0.9);
SQ_NUMBER(SQ_TRACE_POT_FALSE, 0.01);

#endif
