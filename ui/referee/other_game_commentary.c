/* A line's number and time, the event in words, under it the rulings with their numbers, and what is asked.
 */
#include "ui/referee/other_game_commentary.h"

#include "rules/other/game_registry.h"
#include "ui/words/commentary.h"
#include "ui/words/event_words.h"
#include "ui/words/position_words.h"

enum { RULE_WIDTH = 9 };

/* What is less likely is only counted; of the others two are told in any case. */
#define WORTH_SAYING 0.01

static void begin(FILE *to, const sq_told *told) {
    char when[SQ_VIDEO_TEXT_MAX], time[SQ_VIDEO_TEXT_MAX + 2];
    snprintf(time, sizeof time, "[%s]", sq_video_time_text(when, told->t));
    if (told->kind == SQ_TOLD_EVENT)
        fprintf(to, "%4d  %-9s  ", told->n, time);
    else
        fprintf(to, "      %-9s  ", time);
}

static void say_rulings(FILE *to, const sq_told *told) {
    const sq_other_game *game = sq_other_game_at(told->after->rules);
    char text[SQ_RULING_TEXT_MAX];
    for (int i = 0; game && i < told->rulings->count; i++) {
        const sq_ruling *r = &told->rulings->list[i];
        const char *said = told->rulings->refused ? game->refusal_text(r, text) : game->ruling_text(r, text);
        fprintf(to, "      %-*s  %s\n", RULE_WIDTH, told->rulings->refused ? "" : game->ruling_rule(r), said);
    }
}

static void say_question(FILE *to, const sq_told *told) {
    fprintf(to, "QUESTION %d: what happened?\n", told->question);
    if (told->text) fprintf(to, "      %-*s  But %s\n", RULE_WIDTH, "", told->text);
    int said = 0;
    for (; said < told->readings && (said < 2 || told->reading[said].probability >= WORTH_SAYING); said++) {
        fprintf(to, "      %*d. ", RULE_WIDTH - 1, said + 1);
        sq_commentary_reading(to, &told->reading[said], told->before);
        fputc('\n', to);
    }
    int less = told->readings - said;
    if (less)
        fprintf(to, "      %*s  and %d that %s less likely\n", RULE_WIDTH - 1, "", less,
                less == 1 ? "is" : "are");
}

void sq_told_say_sentence(FILE *to, const sq_told *told) {
    char words[SQ_EVENT_WORDS_MAX];
    switch (told->kind) {
    case SQ_TOLD_EVENT:
        fputs(sq_event_words(words, told->event, told->before, told->after), to);
        if (told->held) fprintf(to, " HELD as an answer to question %d.", told->question);
        if (told->question && !told->held) fprintf(to, " This answers question %d.", told->question);
        break;
    case SQ_TOLD_QUESTION:
        fprintf(to, "Question %d: what happened?", told->question);
        if (told->text) fprintf(to, " But %s", told->text);
        break;
    case SQ_TOLD_REFUSED:
        fprintf(to, "The rules do not allow this now: %s",
                sq_event_words(words, told->event, told->before, told->before));
        break;
    case SQ_TOLD_PASSED_OVER:
        fprintf(to, told->held ? "%s. Question %d stays open." : "%s. This answers question %d.", told->text,
                told->question);
        break;
    case SQ_TOLD_BY_HAND: fprintf(to, "%s.", told->text); break;
    default: fprintf(to, "No ruling: %s.", told->text); break;
    }
}

/* The likeliest answer is offered, unless that is the one that was taken. */
static void say_how_to_answer(FILE *to, const sq_told *told, const char *game) {
    if (!told->held || told->readings < 2 || !game) return;
    fprintf(to, "      %-*s  ", RULE_WIDTH, "otherwise");
    sq_say_answer_command(to, game, told->n, told->answer == 1 ? 2 : 1);
    fputc('\n', to);
}

void sq_told_say(FILE *to, const sq_told *told, const char *game) {
    begin(to, told);
    if (told->kind == SQ_TOLD_QUESTION) {
        say_question(to, told);
        return;
    }
    sq_told_say_sentence(to, told);
    fputc('\n', to);
    if (told->kind == SQ_TOLD_EVENT || told->kind == SQ_TOLD_REFUSED) say_rulings(to, told);
    if (told->kind == SQ_TOLD_EVENT) say_how_to_answer(to, told, game);
}

void sq_told_say_end(FILE *to, const sq_state *s, int shots, int questions, int unjudged) {
    enum { STANDING_MAX = 512 };
    char words[STANDING_MAX];
    sq_text text = sq_text_in(words, sizeof words);
    const sq_other_game *game = sq_other_game_at(s->rules);
    fprintf(to, "The pictures end: %d shot%s, %d question%s", shots, shots == 1 ? "" : "s", questions,
            questions == 1 ? "" : "s");
    if (unjudged) fprintf(to, ", %d rest%s that could not be judged", unjudged, unjudged == 1 ? "" : "s");
    fputs(".\n", to);
    if (!game || !s->playing) return;
    game->say_standing(&text, s);
    if (text.used) fprintf(to, "%s.\n", words);
}
