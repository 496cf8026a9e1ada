/* The names of events, forms and phases, and seconds as microseconds. */
#include "rules/terms/event.h"

#include <math.h>
#include <string.h>

sq_wink_set sq_squops_under(const sq_squops *q, sq_wink upper) {
    sq_wink_set lower = 0;
    for (sq_wink w = 0; w < SQ_WINKS; w++)
        if (q->above[w] & sq_wink_bit(upper)) lower |= sq_wink_bit(w);
    return lower;
}

static const char *const event_names[] = {
#define X(kind, member, name) [kind] = name,
    SQ_EVENT_LIST(X)
#undef X
};

static const char *const form_names[] = {
#define X(form, name) [form] = name,
    SQ_FORM_LIST(X)
#undef X
};

static const char *const phase_names[] = {
#define X(phase, name) [phase] = name,
    SQ_PHASE_LIST(X)
#undef X
};

static const char *const mark_names[] = {
#define X(mark, member, name) [mark] = name,
    SQ_MARK_LIST(X)
#undef X
};

static const struct {
    const char *name;
    sq_noted kind;
    int place;
} notes[] = {
#define X(note, name, kind, place) [note] = {name, SQ_NOTED_##kind, place},
    SQ_NOTE_LIST(X)
#undef X
};

const char *sq_note_name(sq_note note) {
    return notes[note].name;
}

sq_noted sq_note_kind(sq_note note) {
    return notes[note].kind;
}

int sq_note_place(sq_note note) {
    return notes[note].place;
}

sq_us sq_us_from_s(double s) {
    return (sq_us)llround(s * SQ_US_PER_S);
}

const char *sq_event_name(sq_event_kind kind) {
    return kind < SQ_EVENT_KINDS ? event_names[kind] : "none";
}

const char *sq_form_name(sq_form form) {
    return form < SQ_FORMS ? form_names[form] : "none";
}

sq_form sq_form_from_name(const char *name) {
    unsigned f = 0;
    while (f < SQ_FORMS && strcmp(name, form_names[f]))
        f++;
    return (sq_form)f;
}

const char *sq_mark_name(sq_mark mark) {
    return mark < SQ_MARKS ? mark_names[mark] : "none";
}

const char *sq_phase_name(sq_phase phase) {
    return phase < SQ_PHASES ? phase_names[phase] : "none";
}
