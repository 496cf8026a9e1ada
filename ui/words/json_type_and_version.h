/* What every JSON object that squint prints says of itself (docs/PROTOCOL.md). */
#ifndef SQ_UI_WORDS_JSON_TYPE_AND_VERSION_H
#define SQ_UI_WORDS_JSON_TYPE_AND_VERSION_H

#include <jansson.h>

#include "rules/record.h"

/* Adds the type, constant, and the format's version. Null is allowed. Returns o. */
static inline json_t *sq_json_typed(json_t *o, const char *type) {
    json_object_set_new(o, "type", json_string(type));
    json_object_set_new(o, "version", json_integer(SQ_FORMAT_VERSION));
    return o;
}

#endif
