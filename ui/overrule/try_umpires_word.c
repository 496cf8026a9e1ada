/* Tries a word on a copy of the game and writes its line. */
#include "ui/overrule/try_umpires_word.h"

#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/book/ruleset.h"
#include "rules/other/game_registry.h"
#include "rules/other/record_reader.h"
#include "rules/terms/text_buffer.h"
#include "ui/overrule/record_lines.h"
#include "ui/overrule/typed_event.h"
#include "ui/words/difference_words.h"

static bool refuse(sq_word_trial *t, const char *why) {
    snprintf(t->why, sizeof t->why, "%s", why);
    t->taken = false;
    return true;
}

/* The line of the record that a word of this id has become; 0: none. */
static int line_of_id(const sq_word_ground *ground, const char *id) {
    char key[SQ_WORD_ID_MAX + 16];
    const char *text;
    int n = 0, found = 0;
    if (!*id) return 0;
    sq_record_lines lines = sq_record_lines_of(ground);
    snprintf(key, sizeof key, "\"word\":\"%s\"", id);
    while (!found && (text = sq_record_lines_next(&lines))) {
        n++;
        if (strstr(text, key)) found = n;
    }
    sq_record_lines_close(&lines);
    return found;
}

/* A remark with a text that may need escapes. */
static size_t add_text(char *to, size_t room, const char *key, const char *text) {
    json_t *is = *text ? json_string(text) : NULL;
    char *escaped = is ? json_dumps(is, JSON_ENCODE_ANY | JSON_ENSURE_ASCII) : NULL;
    int n = escaped ? snprintf(to, room, ",\"%s\":%s", key, escaped) : 0;
    free(escaped);
    json_decref(is);
    return n > 0 && (size_t)n < room ? (size_t)n : 0;
}

/* The event with its remarks: how much had been seen, and the word's own name. */
static void write_line(sq_word_trial *t, int looks) {
    const sq_record_line *l = &t->word.line;
    size_t used = sq_record_write(t->line, SQ_EVENT_LINE_MAX, &l->event, &l->amendment) - 1; /* the brace */
    if (looks >= 0) used += (size_t)snprintf(t->line + used, sizeof t->line - used, ",\"looks\":%d", looks);
    if (*t->word.id)
        used += (size_t)snprintf(t->line + used, sizeof t->line - used, ",\"word\":\"%s\"", t->word.id);
    used += add_text(t->line + used, sizeof t->line - used, "who", t->word.who);
    used += add_text(t->line + used, sizeof t->line - used, "at", t->word.at);
    used += (size_t)snprintf(t->line + used, sizeof t->line - used, ",\"type\":\"event\",\"version\":%d}",
                             SQ_FORMAT_VERSION);
    assert(used < sizeof t->line);
}

static bool tell(sq_word_trial *t, const sq_game *was, const sq_game *is, const sq_game_answer *answer) {
    char *text = NULL;
    size_t n;
    FILE *to = open_memstream(&text, &n);
    if (to) sq_say_difference(to, was, is, answer, t->word.carry_out);
    bool well = to && !fclose(to);
    if (well) sq_text_cut(text, t->text, sizeof t->text);
    free(text);
    return well;
}

/* A rule that no shot can break by the game's book is a slip of the tongue. */
static bool refuse_rule(sq_word_trial *t, const sq_state *now, const char *rule) {
    const sq_ruleset *book = sq_ruleset_at(now->rules);
    sq_text why = sq_text_in(t->why, sizeof t->why);
    for (int i = 0; i < book->foul_rule_count; i++)
        if (!strcmp(rule, book->foul_rules[i])) return false;
    sq_text_put(&why, "%s has no foul by rule %s; its rules are", book->name, rule);
    for (int i = 0; i < book->foul_rule_count; i++)
        sq_text_put(&why, "%s %s", i ? "," : "", book->foul_rules[i]);
    return book->foul_rule_count > 0;
}

/* What the umpire says and cannot mean, although the rules of an older record let it be. */
static bool refuse_slip(sq_word_trial *t, const sq_word_ground *ground) {
    const sq_event *e = &t->word.line.event;
    const sq_state *now = sq_game_state(ground->game);
    if (e->kind == SQ_EVENT_CLOCK && e->clock.limit &&
        !sq_limit_makes_sense((double)e->clock.limit / SQ_US_PER_S))
        return refuse(t, "no game is played for so long a time, or so short a one; limit_s is in seconds");
    if (!now->playing || sq_other_game_at(now->rules)) return false;
    if (e->kind == SQ_EVENT_FOUL && *e->foul.rule) return refuse_rule(t, now, e->foul.rule);
    if (e->kind == SQ_EVENT_CHOOSE && e->choose.colour != SQ_NO_COLOUR && now->foul.open &&
        !(now->foul.wrong_colour && e->choose.option == SQ_CHOOSE_ACCEPT))
        return refuse(t, "a colour is chosen only where a wrong turn is accepted; leave it out");
    if (e->kind != SQ_EVENT_CLOCK || e->clock.limit || e->clock.order == SQ_CLOCK_KEEP) return false;
    if (now->clock.stopped != (e->clock.order == SQ_CLOCK_STOP)) return false;
    return refuse(t, now->clock.stopped ? "the clock is stopped already" : "the clock is not stopped");
}

static bool try_line(sq_word_trial *t, const sq_word_ground *ground) {
    sq_game_answer answer;
    sq_game *copy = sq_game_copy(ground->game);
    bool well = copy && sq_game_take(copy, t->n, &t->word.line, NULL, &answer);
    t->taken = well && answer.taken;
    if (well && !answer.taken) refuse(t, answer.why);
    if (t->taken) well = tell(t, ground->game, copy, &answer);
    if (well && t->taken) sq_next_words(sq_game_state(copy), NULL, NULL, t->next);
    if (well && !t->taken)
        sq_next_words(sq_game_state(ground->game), &t->word.line.event, &answer.rulings, t->next);
    sq_game_free(copy);
    return well;
}

static void tell_late(sq_word_trial *t, int on) {
    t->stale = true;
    snprintf(t->why, sizeof t->why,
             "the record has gone on: it ended with line %d when this was decided, now with line %d; look "
             "again, and say it anew",
             on, t->on);
}

/* What would be otherwise, a line each. */
static void tell_settings(sq_word_trial *t, const sq_automation *was) {
    size_t used = 0;
    t->taken = true;
    for (int k = 0; k < SQ_AUTOMATIC_KINDS; k++)
        if (t->word.automation.mode[k] != was->mode[k])
            used += (size_t)snprintf(t->text + used, sizeof t->text - used, "%s: %s instead of %s\n",
                                     sq_automatic_name((sq_automatic_kind)k),
                                     sq_mode_name((sq_mode)t->word.automation.mode[k]),
                                     sq_mode_name((sq_mode)was->mode[k]));
    if (!used) snprintf(t->text, sizeof t->text, "All of it is so already.\n");
}

/* A word that is in the record already is known by its id, whatever it would say now. */
static bool try_object(sq_word_trial *t, const json_t *word, const sq_word_ground *ground, int looks) {
    if (!sq_word_read_head(&t->word, word, ground, t->why)) return true;
    int known = line_of_id(ground, t->word.id);
    t->known = known;
    if (known) t->n = known;
    if (known) return true;
    if (t->word.on >= 0 && t->word.on != t->on) {
        tell_late(t, t->word.on);
        return true;
    }
    if (!sq_word_read_line(&t->word, word, ground, t->why)) return true;
    if (t->word.automates) {
        tell_settings(t, ground->automation);
        return true;
    }
    if (t->word.line.event.kind == SQ_EVENT_ANSWER) t->question = ground->question.number;
    if (refuse_slip(t, ground)) return true;
    write_line(t, looks);
    return try_line(t, ground);
}

bool sq_word_try(sq_word_trial *out, const char *word, size_t length, const sq_word_ground *ground,
                 int looks) {
    json_error_t e;
    int lines = sq_game_lines(ground->game);
    *out = (sq_word_trial){.on = lines ? sq_game_line_at(ground->game, lines - 1).n : 0};
    out->n = out->on + 1;
    if (length > SQ_WORD_MAX) return refuse(out, "a word has 8192 bytes at most");
    json_t *o = json_loadb(word, length, JSON_REJECT_DUPLICATES, &e);
    if (!json_is_object(o)) {
        json_decref(o);
        return refuse(out, "a word must be one JSON object");
    }
    bool well = try_object(out, o, ground, looks);
    json_decref(o);
    return well;
}

static json_t *lines_of(const char *text) {
    json_t *lines = json_array();
    for (size_t n; *text; text += n + 1) {
        n = strcspn(text, "\n");
        json_array_append_new(lines, json_stringn(text, n));
        if (!text[n]) break;
    }
    return lines;
}

char *sq_word_reply(const sq_word_trial *t, bool done) {
    json_t *o = json_pack("{s:s,s:i,s:b,s:b,s:i}", "type", "word", "version", SQ_FORMAT_VERSION, "taken",
                          t->taken || t->known, "done", done || t->known, "on", t->on);
    if (!o) return NULL;
    if ((t->taken && !t->word.automates) || t->known) json_object_set_new(o, "n", json_integer(t->n));
    if (t->known) json_object_set_new(o, "known", json_true());
    if (t->taken) json_object_set_new(o, "text", json_string(t->text));
    if (!t->taken && !t->known) json_object_set_new(o, "why", json_string(t->why));
    if (t->question) json_object_set_new(o, "question", json_integer(t->question));
    if (*t->next) json_object_set_new(o, "next", lines_of(t->next));
    if (t->stale) json_object_set_new(o, "stale", json_true());
    char *text = json_dumps(o, JSON_COMPACT);
    json_decref(o);
    return text;
}
