/* Crokinole, as the list of games knows it. */
#include "rules/crokinole/game_in_words.h"
#include "rules/crokinole/record_lines.h"
#include "rules/crokinole/record_words.h"
#include "rules/crokinole/ruling_sentences.h"
#include "rules/crokinole/step.h"

extern const sq_other_game sq_crokinole_game;

const sq_crokinole_event sq_crokinole_nothing_told = {
    .colour = SQ_BOARD_SIDES, .seat = SQ_NO_SEAT, .disc = SQ_NO_DISC, .others = SQ_BOARD_PLACES, .rule = -1};

static bool event_time(const sq_event_other *other, sq_us *t) {
    sq_crokinole_event e = sq_crokinole_event_of(other);
    *t = e.t;
    return e.t_known;
}

static void side_points(const sq_state *s, sq_sixtieths points[SQ_PARTNERSHIPS]) {
    sq_crokinole c = sq_crokinole_of(s);
    static const sq_board_side side_of[SQ_PARTNERSHIPS] = {
        [SQ_BLUE_RED] = SQ_LIGHT, [SQ_GREEN_YELLOW] = SQ_DARK};
    for (int p = 0; p < SQ_PARTNERSHIPS; p++)
        points[p] = SQ_POINT * (c.now.earlier[side_of[p]] + sq_board_game_points(&c.now, side_of[p]));
}

static const char page[] =
    "Rules of Crokinole, for competitive play\n"
    "crokinole\n\n"
    "  form     singles: 8 discs each; doubles: 6 discs each (\"discs\": a house rule)\n"
    "  round    all discs are shot in turn, clockwise; the higher score gets 2 points, a tie 1 each\n"
    "  game     4 rounds; \"games\" in a match\n"
    "  scores   20 in the hole, 15, 10, 5; a disc on a line scores the lower side\n"
    "  valid    an opponent's disc is struck; if none is in play, a disc ends at or within the 15 line\n"
    "  invalid  the disc shot and all that were struck are removed, 20s too\n"
    "  out      a disc that touches the outer line, unless it spins back by itself (8e)\n"
    "  time     \"limit_s\" for a timed match; one more shot makes the shots equal (8b)\n\n"
    "docs/books/crokinole.md says how a game is recorded, and how the book is read where it leaves a "
    "choice.\n";

const sq_other_game sq_crokinole_game = {
    .name = "crokinole",
    .title = "Rules of Crokinole, for competitive play",
    .page = page,
    .step = sq_crokinole_step,
    .awaits = sq_crokinole_awaits,
    .broken = sq_crokinole_broken,
    .ruling_rule = sq_board_ruling_rule,
    .ruling_text = sq_board_ruling_text,
    .refusal_text = sq_board_refusal_text,
    .amend_says = {[SQ_SAYS_AMENDED] = SQ_BOARD_RULED_AMENDED,
                   [SQ_SAYS_REDONE] = SQ_BOARD_RULED_REDONE,
                   [SQ_SAYS_INSERTED] = SQ_BOARD_RULED_INSERTED,
                   [SQ_SAYS_REMOVED] = SQ_BOARD_RULED_AMEND_REMOVES,
                   [SQ_SAYS_LEFT_OUT] = SQ_BOARD_RULED_AMEND_LEAVES_OUT},
    .read_game = sq_crokinole_read_game,
    .read_event = sq_crokinole_read_event,
    .write_game = sq_crokinole_write_game,
    .write_event = sq_crokinole_write_event,
    .write_state = sq_crokinole_write_state,
    .event_name = sq_crokinole_event_name,
    .take_word = sq_crokinole_take_word,
    .end_words = sq_crokinole_end_words,
    .side = {"light", "dark"},
    .side_points = side_points,
    .event_time = event_time,
    .say_event = sq_crokinole_say_event,
    .say_standing = sq_crokinole_say_standing,
    .say_sheet = sq_crokinole_say_sheet,
};
