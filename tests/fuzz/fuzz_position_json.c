/* Bytes as a position's JSON: what is taken for one can be printed, and is taken again. */
#include <assert.h>
#include <stdlib.h>
#include <string.h>

#include "tests/fuzz/fuzz.h"
#include "ui/game/position_json.h"
#include "ui/words/position_words.h"

static sq_position first, second;

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size) {
    json_t *in = json_loadb((const char *)bytes, size, 0, NULL);
    if (in && sq_position_from_json(&first, in, "fuzz", NULL) == SQ_OK) {
        json_t *out = sq_position_to_json(&first, "fuzz");
        assert(out);
        assert(sq_position_from_json(&second, out, "fuzz", NULL) == SQ_OK);
        json_decref(out);
        char *text = NULL;
        size_t length = 0;
        FILE *to = open_memstream(&text, &length);
        assert(to);
        sq_position_say(to, &first, "fuzz", true);
        fclose(to);
        free(text);
    }
    json_decref(in);
    return 0;
}
