/* The umpire's words reach the judge: he hears them between two looks, so that no picture waits. */
#include "rules/book/ruleset.h"
#include "ui/session/judge_thread.h"

/* What it was decided on, and what the umpire asks. */
static sq_word_ground ground_of(const sq_judge *j) {
    sq_word_ground g = {.game = sq_game_writer_game(j->scribe),
                        .record = sq_game_writer_record(j->scribe),
                        .number = sq_game_writer_number(j->scribe),
                        .t_now = sq_shared_now(j->shared)};
    g.waiting_bytes = sq_game_writer_waiting(j->scribe, &g.waiting);
    g.automation = &j->automation;
    g.asks = sq_umpire_question(j->umpire, &g.question);
    return g;
}

static void note_automation(sq_game_note *note, const void *how) {
    note->automation = *(const sq_automation *)how;
}

/* The session's note keeps it for a game that goes on. */
static sq_code automate(sq_judge *j, sq_diag *d) {
    j->automation = j->trial->word.automation;
    sq_stream_put(j->shared->stream, SQ_STREAM_AUTOMATION, sq_stream_automation(&j->automation));
    sq_code code = sq_shared_keep(j->shared, note_automation, &j->automation, d);
    sq_shared_file(j->shared, SQ_KEPT_SESSION, code ? d->text : NULL);
    return SQ_OK;
}

/* An amend of the game's first line may have changed the book, and with it the winks that there are. A game
 * that is played without pictures has no eye to tell. */
static sq_code tell_umpire(sq_judge *j, const sq_event *e, const sq_state *state, sq_diag *d) {
    if (state->playing && j->sight)
        sq_sight_set_lacks(j->sight, SQ_USUAL_SET & ~sq_ruleset_winks(sq_ruleset_at(state->rules)));
    return sq_umpire_word(j->umpire, e, state, d);
}

static sq_code carry_out(sq_judge *j, sq_diag *d) {
    if (j->trial->word.automates) return automate(j, d);
    const sq_record_line *line = &j->trial->word.line;
    fputs(j->shared->erase, j->shared->set->scribe.err);
    sq_code code = sq_game_writer_word(j->scribe, line, j->trial->line, j->look.position.t, d);
    if (code) return code;
    return tell_umpire(j, &line->event, sq_game_state(sq_game_writer_game(j->scribe)), d);
}

sq_code sq_judge_hear_words(sq_judge *j, sq_diag *d) {
    char word[SQ_WORD_MAX + 1];
    size_t length;
    sq_code code = SQ_OK;
    while (!code && j->words && sq_word_queue_take(j->words, word, &length)) {
        sq_word_ground ground = ground_of(j);
        bool tried = sq_word_try(j->trial, word, length, &ground, sq_game_writer_looks(j->scribe));
        bool does = tried && j->trial->taken && j->trial->word.carry_out;
        if (does) code = carry_out(j, d);
        char *failed = code ? sq_word_refused(false, d->text) : NULL;
        sq_word_queue_answer(j->words, tried && !code ? sq_word_reply(j->trial, does) : failed);
    }
    return code;
}

sq_code sq_judge_repeat_words(sq_judge *j, int given, sq_diag *d) {
    sq_event event;
    sq_state state;
    sq_code code = SQ_OK;
    while (!code && sq_game_writer_by_hand(j->scribe, given, &event, &state))
        code = tell_umpire(j, &event, &state, d);
    return code;
}
