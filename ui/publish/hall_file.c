/* Reads and writes hall.json. */
#include "ui/publish/hall_file.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "vision/system/output_file.h"
#include "vision/system/random_id.h"

static void take_name(char to[SQ_HALL_NAME], const json_t *o, const char *key) {
    const char *text = json_string_value(json_object_get(o, key));
    if (text && sq_hall_is_name(text)) snprintf(to, SQ_HALL_NAME, "%s", text);
}

bool sq_hall_name_read(sq_hall_name *out, const char *path) {
    json_t *o = json_load_file(path, 0, NULL);
    const char *id = json_string_value(json_object_get(o, "id"));
    bool there = sq_is_game_id(id);
    *out = (sq_hall_name){.whole = json_is_true(json_object_get(o, "whole")),
                          .bytes = json_integer_value(json_object_get(o, "bytes"))};
    if (there) memcpy(out->id, id, SQ_GAME_ID);
    take_name(out->hall, o, "hall");
    take_name(out->table, o, "table");
    json_decref(o);
    return there;
}

static long long size_of(const char *path) {
    struct stat s;
    return stat(path, &s) ? 0 : (long long)s.st_size;
}

bool sq_hall_name_is_whole(const sq_hall_name *name, const char *stream) {
    return name->whole && name->bytes == size_of(stream);
}

void sq_hall_name_measure(sq_hall_name *name, const char *stream) {
    name->bytes = size_of(stream);
}

sq_code sq_hall_name_draw(char id[SQ_GAME_ID], sq_diag *d) {
    if (sq_random_id(id, SQ_GAME_ID - 1)) return SQ_OK;
    return sq_fail(d, SQ_E_LIBRARY, "the system gives no random numbers for the game's name; start it again");
}

sq_code sq_hall_name_write(const sq_hall_name *name, const char *path, sq_diag *d) {
    sq_output_file o;
    sq_code code = sq_output_begin(&o, path, d);
    if (code) return code;
    FILE *f = fopen(o.path, "we");
    if (f) {
        fprintf(f, "{\"type\":\"hall-name\",\"version\":%d,\"id\":\"%s\",\"hall\":\"%s\",\"table\":\"%s\"",
                SQ_HALL_VERSION, name->id, name->hall, name->table);
        if (name->whole) fprintf(f, ",\"whole\":true,\"bytes\":%lld", name->bytes);
        fputs("}\n", f);
    }
    return sq_output_close(&o, f, d);
}
