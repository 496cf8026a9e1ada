/* Remembers the fault that was last reported, so that it is reported once while it lasts. */
#include "ui/session/report_fault_once.h"

#include <stdio.h>
#include <string.h>

static const char numbers[] = "0123456789.";

static bool same_but_for_numbers(const char *a, const char *b) {
    for (;; a++, b++) {
        a += strspn(a, numbers);
        b += strspn(b, numbers);
        if (*a != *b) return false;
        if (!*a) return true;
    }
}

bool sq_fault_once_say(sq_fault_once *l, const char *sentence) {
    bool news = !same_but_for_numbers(l->said, sentence);
    snprintf(l->said, sizeof l->said, "%.*s", (int)sizeof l->said - 1, sentence);
    return news;
}

void sq_fault_once_over(sq_fault_once *l) {
    *l->said = 0;
}
