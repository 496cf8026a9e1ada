/* Which kinds of event a reading is, and what is to be done with them; settings as text. */
#include "ui/umpire/automation.h"

#include <stdio.h>
#include <string.h>

#include "rules/terms/text_buffer.h"

static const char *const kind_names[] = {
#define X(kind, name, text) name,
    SQ_AUTOMATIC_LIST(X)
#undef X
};
static const char *const mode_names[] = {
#define X(mode, name, text) name,
    SQ_MODE_LIST(X)
#undef X
};

const char *sq_automatic_name(sq_automatic_kind k) {
    return kind_names[k];
}

const char *sq_mode_name(sq_mode m) {
    return mode_names[m];
}

/* ---- Settings as text ---- */

static int place(const char *const *names, int count, const char *text, size_t length) {
    for (int i = 0; i < count; i++)
        if (strlen(names[i]) == length && !memcmp(names[i], text, length)) return i;
    return -1;
}

static void list(char *to, size_t size, const char *const *names, int count) {
    sq_text t = sq_text_in(to, size);
    for (int i = 0; i < count; i++)
        sq_text_put(&t, "%s%s", sq_list_mark(i, count, " or "), names[i]);
}

/* One setting, KIND=MODE. */
static bool read_one(sq_automation *a, const char *text, size_t length, char why[SQ_AUTOMATION_WHY_MAX]) {
    char names[SQ_AUTOMATION_TEXT_MAX];
    const char *equals = memchr(text, '=', length);
    size_t n = equals ? (size_t)(equals - text) : length;
    int kind = place(kind_names, SQ_AUTOMATIC_KINDS, text, n);
    int mode = equals ? place(mode_names, SQ_MODES, equals + 1, length - n - 1) : -1;
    bool all = n == 3 && !memcmp(text, "all", n);
    if (kind < 0 && !all) {
        list(names, sizeof names, kind_names, SQ_AUTOMATIC_KINDS);
        snprintf(why, SQ_AUTOMATION_WHY_MAX, "\"%.*s\" is no kind of event; give all, %s",
                 (int)(n < 20 ? n : 20), text, names);
        return false;
    }
    if (mode < 0) {
        list(names, sizeof names, mode_names, SQ_MODES);
        snprintf(why, SQ_AUTOMATION_WHY_MAX, "give %s=%s", all ? "all" : kind_names[kind], names);
        return false;
    }
    for (int k = 0; k < SQ_AUTOMATIC_KINDS; k++)
        if (all || k == kind) a->mode[k] = (unsigned char)mode;
    return true;
}

bool sq_automation_read(sq_automation *a, const char *text, char why[SQ_AUTOMATION_WHY_MAX]) {
    sq_automation read = *a;
    for (;; text++) {
        size_t n = strcspn(text, ",");
        if (!read_one(&read, text, n, why)) return false;
        text += n;
        if (!*text) break;
    }
    *a = read;
    return true;
}

const char *sq_automation_write(char to[SQ_AUTOMATION_TEXT_MAX], const sq_automation *a) {
    size_t used = 0;
    *to = 0;
    for (int k = 0; k < SQ_AUTOMATIC_KINDS; k++)
        if (a->mode[k] != SQ_MODE_DO)
            used += (size_t)snprintf(to + used, SQ_AUTOMATION_TEXT_MAX - used, "%s%s=%s", used ? "," : "",
                                     kind_names[k], mode_names[a->mode[k]]);
    return to;
}

/* ---- What is to be done ---- */

static sq_mode more_careful(sq_mode so_far, const sq_automation *a, sq_automatic_kind k) {
    return a->mode[k] > so_far ? (sq_mode)a->mode[k] : so_far;
}

static sq_mode of_shot(const sq_automation *a, const sq_squops *before, const sq_event_shot *e) {
    bool squops = e->over_known && memcmp(before, &e->over, sizeof *before) != 0;
    sq_mode mode = SQ_MODE_DO;
    if (squops) mode = more_careful(mode, a, SQ_AUTOMATIC_SQUOP);
    if (e->potted) mode = more_careful(mode, a, SQ_AUTOMATIC_POT);
    if (e->off) mode = more_careful(mode, a, SQ_AUTOMATIC_OFF_MAT);
    return squops || e->potted || e->off ? mode : more_careful(mode, a, SQ_AUTOMATIC_SHOT);
}

sq_mode sq_automation_of(const sq_automation *a, const sq_squops *before, const sq_play_reading *r) {
    sq_mode mode = r->passed ? (sq_mode)a->mode[SQ_AUTOMATIC_PASS] : SQ_MODE_DO;
    if (!r->has_event) return mode;
    switch (r->event.kind) {
    case SQ_EVENT_SHOT: {
        sq_mode shot = of_shot(a, before, &r->event.shot);
        return shot > mode ? shot : mode;
    }
    case SQ_EVENT_SQUIDGE_OFF: return more_careful(mode, a, SQ_AUTOMATIC_SQUIDGE_OFF);
    default: return more_careful(mode, a, SQ_AUTOMATIC_PUT_BACK);
    }
}
