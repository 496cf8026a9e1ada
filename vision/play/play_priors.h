/* The priors of play: how often winks stay, move, fly, are potted or overlooked, and how far they go. They
 * stand in one list because they are learned together, from drawn games. Numbers without a unit are
 * probabilities. "Lower" and "higher" say what goes wrong when a number is changed. */
#ifndef SQ_VISION_PLAY_PLAY_PRIORS_H
#define SQ_VISION_PLAY_PLAY_PRIORS_H

#include "vision/math/tunable_number.h"

/* One shot moves its own wink and one or two others of 24; most moves are short pushes or whole flights. */
SQ_NUMBER(SQ_TRACK_STAYS, 0.9);
SQ_NUMBER(SQ_TRACK_NUDGED, 0.04);
SQ_NUMBER(SQ_TRACK_FLEW, 0.04);
SQ_NUMBER(SQ_TRACK_POTTED, 0.01);

/* Of those in the pot: the share that stay in it but are moved by another wink, so that they may lie anywhere
 * in it. Lower: a wink that falls into the pot and moves one that looks like it is not understood. Higher: a
 * wink that is seen in the pot may be taken for one that has just vanished elsewhere. */
SQ_NUMBER(SQ_TRACK_POT_STIRRED, 0.1);

/* How far (mm) a struck wink typically slides. Longer: of two struck winks that look alike, the nearer one is
 * preferred less; above 100, sliding cannot be told from flying. */
SQ_NUMBER(SQ_TRACK_NUDGE_MM, 25.0);

/* The standard deviation (mm) between two looks at a wink that stayed, beyond those that they state: codec
 * and shading. */
SQ_NUMBER(SQ_TRACK_SIGMA_MM, 0.15);

/* The standard deviation (mm) of how far a wink may have been pushed while others lay over it, or while a
 * look missed it. */
SQ_NUMBER(SQ_TRACK_HIDDEN_SIGMA_MM, 3.0);

/* The covered share of a wink's face from which on it may be out of sight because it is covered, and from
 * which on that is expected. A wink is reported if a twentieth of it is seen; but if a third is seen it is
 * missed now and then, and if less than a fifth is seen, often. Lower: a wink that was shot away is taken to
 * lie under one that came to rest near its place. */
SQ_NUMBER(SQ_TRACK_OVERLAID_SHARE, 0.5);
SQ_NUMBER(SQ_TRACK_COVERED_SHARE, 0.8);

/* mm between the points of a face at which it is tested whether something lies over them: 80 points for a
 * small wink. */
SQ_NUMBER(SQ_TRACK_GRID_MM, 1.5);

/* The probability that a wink is out of sight: if nothing lies over it (the eye has overlooked it, or it is
 * gone); if it has just been covered; if it was covered or out of sight before. */
SQ_NUMBER(SQ_TRACK_MISSED, 0.005);
SQ_NUMBER(SQ_TRACK_HIDDEN, 0.5);
SQ_NUMBER(SQ_TRACK_STILL_HIDDEN, 0.8);

/* A covered wink is seen elsewhere although what lay over it is still there: it was not where it seemed to
 * be. Higher: a wink that lands beside a pile is taken for one like it that lies hidden in the pile. */
SQ_NUMBER(SQ_TRACK_COMES_OUT, 0.01);

/* The mean number of false winks in a picture without a hand; and the share of them that seem to be seen well
 * (SQ_SLIVER_SEEN). Higher: of two discs for one wink, the one that is hardly seen may be taken for it. */
SQ_NUMBER(SQ_TRACK_FALSE, 0.02);
SQ_NUMBER(SQ_TRACK_FALSE_WHOLE, 0.1);

/* The least probability of a wrong colour or size, however sure the eye is. Higher: a wink that lands exactly
 * on another one is taken for that one with a wrong colour. */
SQ_NUMBER(SQ_TRACK_CLASS_LEAST, 0.0001);

/* What happens between two rests with motion between them: a shot; a hand that only moves winks; else
 * nothing. */
SQ_NUMBER(SQ_PLAY_SHOT_BETWEEN, 0.8);
SQ_NUMBER(SQ_PLAY_ONLY_HANDS, 0.1);

/* A hand that only moves winks, if the rules ask for just these winks to be moved (13.1, 20.1, 25.4), which
 * must be done before the next shot. Lower: the umpire is asked about winks that hands have put right. */
SQ_NUMBER(SQ_PLAY_HANDS_OWED, 0.8);

/* Which colour plays: the next one, after a pass, which cannot be seen; each that is not due, out of turn;
 * else the one that is due. */
SQ_NUMBER(SQ_PLAY_AFTER_PASS, 0.02);
SQ_NUMBER(SQ_PLAY_OUT_OF_TURN, 0.01);
#define SQ_PLAY_DUE (1 - SQ_PLAY_AFTER_PASS - (SQ_USUAL_COLOURS - 1) * SQ_PLAY_OUT_OF_TURN)

/* A squopped wink is played by mistake (10.1). */
SQ_NUMBER(SQ_PLAY_SQUOPPED_PLAYED, 0.02);

/* Where the played wink comes to rest: still behind its baseline; in the pot; off the mat; in the pot or off
 * without being seen there (under others in the pot; beyond SQ_REACH_MM). Else on the mat. */
SQ_NUMBER(SQ_PLAY_FATE_SHORT, 0.02);
SQ_NUMBER(SQ_PLAY_FATE_POT, 0.05);
SQ_NUMBER(SQ_PLAY_FATE_OFF, 0.03);
SQ_NUMBER(SQ_PLAY_FATE_POT_UNSEEN, 0.02);
SQ_NUMBER(SQ_PLAY_FATE_OFF_UNSEEN, 0.01);

/* What a shot that stays on the mat was aimed at: another wink, to lie on it or beside it; the pot; else
 * anything. And the mm by which winks and pot are missed. Without these a wink that comes to rest exactly on
 * another one would be too unlikely. */
SQ_NUMBER(SQ_PLAY_AIMED_AT_WINK, 0.4);
SQ_NUMBER(SQ_PLAY_AIMED_AT_POT, 0.3);
SQ_NUMBER(SQ_PLAY_WINK_MISSED_MM, 12.0);
SQ_NUMBER(SQ_PLAY_POT_MISSED_MM, 120.0);

/* The distance from the pot (mm) within which players pot rather than squop; and the factors, from within it,
 * on the probabilities that a wink that is out of sight is in the pot, or off the mat, whose edge is 400 mm
 * away. */
SQ_NUMBER(SQ_PLAY_POT_RANGE_MM, 250.0);
SQ_NUMBER(SQ_PLAY_POT_FROM_NEAR, 5.0);
SQ_NUMBER(SQ_PLAY_OFF_FROM_NEAR, 0.3);

/* Another wink is struck: near where the played one was or came to rest; elsewhere; and so that it goes off
 * the mat or into the pot. */
SQ_NUMBER(SQ_PLAY_STRUCK_NEAR, 0.3);
SQ_NUMBER(SQ_PLAY_STRUCK_FAR, 0.01);
SQ_NUMBER(SQ_PLAY_STRUCK_GONE, 0.002);

/* The distance (mm) that counts as near: the width of two large winks and a short roll. */
SQ_NUMBER(SQ_PLAY_NEAR_MM, 60.0);

/* Share of struck winks that slide (by SQ_TRACK_NUDGE_MM); the others fly as if shot. */
SQ_NUMBER(SQ_PLAY_STRUCK_SLIDES, 0.9);

/* How much a struck wink keeps the direction of the one that strikes it: straight on is 1 + this times as
 * likely as on average, straight back 1 - this times. At 0 the direction does not count, and only the
 * distance shows which of two similar winks went where; at 1 none is ever pushed back. */
SQ_NUMBER(SQ_PLAY_PUSHED_AHEAD, 0.9);

/* The eye overlooks a wink that lies open in both looks at a rest. Higher: a wink that has vanished is taken
 * as overlooked rather than as gone. */
SQ_NUMBER(SQ_PLAY_MISSED, 0.002);

/* The same for a wink that a shot has just brought to rest, perhaps where a lamp is mirrored: it has not been
 * seen there before. Lower: a wink that vanished is called off or potted rather than asked about. */
SQ_NUMBER(SQ_PLAY_MISSED_WHERE_IT_LANDED, 0.01);

/* A wink has just been played onto another, and the eye does not recognise the pile. Lower: when both vanish,
 * the one is called potted and the other overlooked. */
SQ_NUMBER(SQ_PLAY_PILE_MISSED, 0.05);

/* The played wink is out of sight under something that lies over a part of the mat, such as a hand. */
SQ_NUMBER(SQ_PLAY_MISSED_UNDER_VEIL, 0.2);

/* How much (mm) the place and radius of a thing that lies over the mat may differ from rest to rest and still
 * be the same: winks beside it may or may not be counted to it. A hand that comes back lies elsewhere. */
SQ_NUMBER(SQ_PLAY_VEIL_MM, 30.0);

/* The eye overlooks a wink again that it overlooked at the last rest: what misled it (a highlight, a shadow)
 * is mostly still there. */
SQ_NUMBER(SQ_PLAY_MISSED_AGAIN, 0.5);

/* What hands do to a wink: put it back as the rules say (13, 5.4); take it up to do so; move it a little
 * behind its baseline; move it for no known reason. */
SQ_NUMBER(SQ_PLAY_HAND_BACK, 0.5);
SQ_NUMBER(SQ_PLAY_HAND_TAKEN, 0.05);
SQ_NUMBER(SQ_PLAY_HAND_TIDIED, 0.0005);
SQ_NUMBER(SQ_PLAY_HAND_ODD, 0.003);

/* The largest distance (mm) from the pot of a wink that hands have let down from it or moved out of its place
 * (25.3, 25.4). Larger: a wink that is played from there to a place close by counts as moved by hand. */
SQ_NUMBER(SQ_PLAY_LET_DOWN_MM, 5.0);

/* The error (mm) of a wink's distance from the pot when hands move it apart from others (20.1). Larger: a
 * wink that is played to a place close by counts as moved by hand. */
SQ_NUMBER(SQ_PLAY_PARTED_MM, 4.0);

/* The share of the winks out of sight that are off the mat although that was not called. Lower: one that is
 * put back at the boundary is called a shot. */
SQ_NUMBER(SQ_PLAY_LOST_WAS_OFF, 0.1);

/* The share of winks that are put back where the book says (13.1 i: 22 mm from the boundary), and by how many
 * mm at most hands then miss that line, any less being as likely. Smaller: a wink that was put back by eye is
 * taken as one that came to rest there. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_WELL, 0.8);
SQ_NUMBER(SQ_PLAY_PUT_BACK_MM, 8.0);

/* The typical distance (mm) from that line of the other winks, which are put back roughly, at the edge where
 * they fell. Larger: a wink in the middle of the mat that the eye overlooked and then finds is called sent
 * off. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_ROUGH_MM, 25.0);

/* The share of winks sent off that somebody puts back before all is at rest, so that they are never seen off
 * the mat. Lower: they are called shots that came to rest at the boundary. Higher: the umpire is asked about
 * such shots. */
SQ_NUMBER(SQ_PLAY_BACK_AT_ONCE, 0.3);

/* How many shots of a game are timed before the length of a motion counts; the least standard deviation of
 * the logarithm of their lengths (a fifth, since players are not clockwork); and the largest likelihood ratio
 * that the length can give. Larger: a player who aims for long seems to have put a wink back. */
#define SQ_PLAY_PACE_SHOTS 5
SQ_NUMBER(SQ_PLAY_PACE_SIGMA, 0.2);
SQ_NUMBER(SQ_PLAY_PACE_MOST, 30.0);

/* The share of winks sent off that lie on the mat again when the next shot is played. Lower: a wink that the
 * eye overlooks seems to have gone off, and its side loses a shot. */
SQ_NUMBER(SQ_PLAY_PUT_BACK_IN_TIME, 0.95);

/* The share of rests that mislead about what was played before, in a way that no story describes: the eye
 * misplaces a wink, or overlooks another one. What is seen later never settles a question more surely than
 * this. Lower: a ruling that was held back for good reason is given after all, and is wrong. Higher: what is
 * seen later does not settle a question. */
SQ_NUMBER(SQ_PLAY_MISREAD, 0.005);

/* The factor on the probability of an event that the rules refuse now: rules make it unlikely, not
 * impossible. */
SQ_NUMBER(SQ_PLAY_REFUSED, 0.01);

/* Things that hardly happen, such as a wink that leaves its baseline without being played. */
SQ_NUMBER(SQ_PLAY_ODD, 1e-4);

/* Somebody jolts the mat; and each wink then moves. Higher: a shot that scatters a pile is a question. Lower:
 * a jolt is taken for a shot. */
SQ_NUMBER(SQ_PLAY_JOLT, 1e-5);
SQ_NUMBER(SQ_PLAY_JOLTED, 0.3);

/* The shot of an open foul is put back, as roughly as winks at the boundary. */
SQ_NUMBER(SQ_PLAY_REPLACED_FOUL, 0.5);

/* A wink has moved if its two places are farther apart than this many of their joint standard deviations, and
 * than this many mm. Lower: the unstable fit of a covered wink counts as a shot. Higher: a shot that only
 * turns a wink over is missed. */
SQ_NUMBER(SQ_PLAY_MOVED_SIGMAS, 6.0);
SQ_NUMBER(SQ_PLAY_LEAST_MM, 1.5);

/* Two winks lie over each other as the record says, where it is known better than the eye's looks at them: by
 * an umpire, or by the answer from which an account starts. Lower: the eye's doubts about a pair return. */
SQ_NUMBER(SQ_PLAY_PAIR_STAYS, 0.98);

/* How much looks at two winks that did not move have in common: the same highlight and the same hidden rim
 * mislead every look. At 0 ten doubtful looks make a certain call; at 1 they count as one. */
SQ_NUMBER(SQ_PLAY_SECOND_SIGHT, 0.5);

/* A wink that flew lies above those that it meets; one that slid keeps its order with another. Lower: a squop
 * whose order the eye does not see is a question. */
SQ_NUMBER(SQ_PLAY_LANDS_ABOVE, 0.98);
SQ_NUMBER(SQ_PLAY_SLIDES_ALIKE, 0.95);

/* Of two winks that both flew, the struck one comes down after the played one, and so lies above. */
SQ_NUMBER(SQ_PLAY_STRUCK_ABOVE, 0.6);

/* The distance (mm) from which on a struck wink has flown rather than slid (typically SQ_TRACK_NUDGE_MM). */
SQ_NUMBER(SQ_PLAY_FLEW_MM, 100.0);

/* A wink moves while those on top of it stay: the shot pulled it out from under them. Higher: a wink that
 * lands on a pile is taken for one like it that lies in the pile. */
SQ_NUMBER(SQ_PLAY_FROM_UNDER, 0.02);

/* The least probability of an order of two winks, even if the eye excludes it. */
SQ_NUMBER(SQ_PLAY_PAIR_LEAST, 0.005);

/* The probability from which on a reading is called; below it the umpire is asked. A wrong call costs much, a
 * question little but not nothing. */
SQ_NUMBER(SQ_PLAY_CERTAIN, 0.95);

/* ABOUT: a disc within this distance (mm) of its old place may not have moved, since the eye may misplace
 * what is half hidden. SLID: from this distance (mm) on it slid. MARGIN: how far (mm) beyond its rim a wink
 * changes the picture: half a cell, and its shadow. Larger: a wink that lands beside one that slid is
 * missed. */
SQ_NUMBER(SQ_TRACE_ABOUT_MM, 6.0);
SQ_NUMBER(SQ_TRACE_SLID_MM, 0.7);
SQ_NUMBER(SQ_TRACE_MARGIN_MM, 3.0);

/* The least share of a wink's place that changes when it leaves; and the largest share that changes while it
 * stays and nothing lands there. Between the two: another wink has landed on it. */
SQ_NUMBER(SQ_TRACE_LEFT_SHARE, 0.7);
SQ_NUMBER(SQ_TRACE_STAYED_SHARE, 0.15);

/* The area (mm²) of a change by one wink, counting whole cells (about 300 and 500 for the two sizes). LEAST:
 * a small wink of which a third is hidden. MOST: a larger change is no single wink. LARGE: from here on it is
 * a large wink. WHOLE: from here on all of it shows. LONGEST: its greatest length, mm. Higher: two winks that
 * touch count as one. */
SQ_NUMBER(SQ_TRACE_LEAST_MM2, 110.0);
SQ_NUMBER(SQ_TRACE_MOST_MM2, 720.0);
SQ_NUMBER(SQ_TRACE_LARGE_MM2, 400.0);
SQ_NUMBER(SQ_TRACE_WHOLE_MM2, 220.0);
SQ_NUMBER(SQ_TRACE_LONGEST_MM, 36.0);

/* How far (mm) beyond the rim of a wink that came or went its shadow may reach: a wink that leans on two
 * others is 5 mm high, under a lamp at 15 degrees. Larger: a wink that was struck there and is not recognised
 * is partly lost. */
SQ_NUMBER(SQ_TRACE_SHADOW_MM, 18.0);

/* The standard deviation (mm) of a trace's place, if all of a wink shows and if a part shows; and how often
 * its size is right. */
SQ_NUMBER(SQ_TRACE_SIGMA_MM, 0.7);
SQ_NUMBER(SQ_TRACE_PART_SIGMA_MM, 4.0);
SQ_NUMBER(SQ_TRACE_SIZE_RIGHT, 0.9);

/* How often a wink that the eye overlooks leaves a trace where it came to rest; and how many traces a rest
 * has that are no wink (a shadow, a thing that was put there), as large as a wink, and as a part of one, such
 * as the shadow of a leaning wink that has gone. Higher: the umpire is asked about winks where a lamp is
 * mirrored. Lower: a shadow is called a wink. */
SQ_NUMBER(SQ_TRACE_LEFT_BY_WINK, 0.95);
SQ_NUMBER(SQ_TRACE_FALSE, 0.001);
SQ_NUMBER(SQ_TRACE_PART_FALSE, 0.02);

/* A wink leaves its place and the picture there does not change. Higher: of two winks that look alike, the
 * one whose place has not changed may seem to have moved. */
SQ_NUMBER(SQ_TRACE_LEFT_UNSEEN, 1e-4);

/* A trace is that of a wink that has moved by less than its width. Higher: the change that a wink makes by
 * leaving is taken for the wink. */
SQ_NUMBER(SQ_TRACE_OF_ITSELF, 1e-6);

/* A wink lands on one of its own colour and no cell changes, not even at its rim. Higher: a wink that was
 * sent off seems to lie on one of its colour. */
SQ_NUMBER(SQ_TRACE_UPON_LIKE_UNSEEN, 0.05);

/* All of a wink's place changes although it still lies there: a lamp is mirrored now, or a shadow has come.
 * Higher: a wink that was played out of sight may seem to be still there, and the umpire is asked. */
SQ_NUMBER(SQ_TRACE_CHANGED_BY_LIGHT, 0.02);

/* SHARE: the least share of the pot's floor (SQ_POT_FLOOR_MM) that changes when a wink falls in. LEFT: how
 * often that happens (not where a lamp dazzles, or if the wink lies under the side). FALSE: the share that
 * changes on average although nothing fell in, and the probability density of any larger share. */
SQ_NUMBER(SQ_TRACE_POT_SHARE, 0.05);
SQ_NUMBER(SQ_TRACE_LEFT_IN_POT, 0.9);
SQ_NUMBER(SQ_TRACE_POT_FALSE, 0.01);

#endif
