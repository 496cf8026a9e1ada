#include "ui/lasting.h"

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

bool sq_lasting_fault(sq_lasting *l, const char *sentence) {
    bool news = !same_but_for_numbers(l->said, sentence);
    snprintf(l->said, sizeof l->said, "%.*s", (int)sizeof l->said - 1, sentence);
    return news;
}

void sq_lasting_over(sq_lasting *l) {
    *l->said = 0;
}
