/* The list of rule books, and the search for one by its name. */
#include "rules/book/ruleset.h"

#include <string.h>

extern const sq_ruleset sq_ruleset_etwa_2012;

static const sq_ruleset *const rulesets[] = {&sq_ruleset_etwa_2012};

enum { RULESETS = sizeof rulesets / sizeof *rulesets };

const sq_ruleset *sq_ruleset_at(int number) {
    return number >= 0 && number < RULESETS ? rulesets[number] : NULL;
}

int sq_ruleset_find(const char *name) {
    for (int i = 0; i < RULESETS; i++)
        if (!strcmp(rulesets[i]->name, name)) return i;
    return -1;
}
