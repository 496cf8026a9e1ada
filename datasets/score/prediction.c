/* Reads predictions, one JSON object a line, and finds the one for a picture. */
#include "datasets/score/prediction.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/terms/equipment_sizes.h"

void sq_picture_name(char *out, size_t size, const char *path) {
    const char *slash = strrchr(path, '/');
    snprintf(out, size, "%s", slash ? slash + 1 : path);
    char *dot = strrchr(out, '.');
    if (dot && dot != out) *dot = '\0';
}

static double number_or(const json_t *object, const char *key, double otherwise) {
    const json_t *j = json_object_get(object, key);
    return json_is_number(j) ? json_number_value(j) : otherwise;
}

static const char *text_or(const json_t *object, const char *key, const char *otherwise) {
    const char *s = json_string_value(json_object_get(object, key));
    return s ? s : otherwise;
}

/* A part that cannot be right returns the key that is wrong, null where all is well. */

static const char *wink_from_json(sq_claimed_wink *w, const json_t *j) {
    if (!json_is_string(json_object_get(j, "colour"))) return "colour";
    if (!json_is_string(json_object_get(j, "size"))) return "size";
    w->at = (sq_mm){number_or(j, "x", NAN), number_or(j, "y", NAN)};
    if (isnan(w->at.x)) return "x";
    if (isnan(w->at.y)) return "y";
    w->colour = sq_usual_colour_from_name(text_or(j, "colour", ""));
    w->size = sq_size_from_name(text_or(j, "size", ""));
    w->place = sq_place_from_name(text_or(j, "place", sq_place_name(SQ_PLACE_MAT)));
    w->z = number_or(j, "z", SQ_WINK_THICKNESS_MM / 2);
    w->seen = number_or(j, "seen", 1);
    w->sigma_mm = number_or(j, "sigma_mm", 0);
    w->edge_to_pot_mm = number_or(j, "edge_to_pot_mm", NAN);
    return NULL;
}

static bool index_of(int *out, const json_t *j, int count) {
    if (!json_is_integer(j) || json_integer_value(j) < 0 || json_integer_value(j) >= count) return false;
    *out = (int)json_integer_value(j);
    return true;
}

static const char *pair_from_json(sq_claimed_pair *p, const json_t *j, int winks) {
    if (!index_of(&p->over, json_object_get(j, "over"), winks)) return "over";
    if (!index_of(&p->under, json_object_get(j, "under"), winks)) return "under";
    double probability = number_or(j, "probability", NAN);
    const char *call = text_or(j, "call", NULL);
    p->call = call ? sq_call_from_name(call) : probability <= 0.5 ? SQ_CALL_CLEAR : SQ_CALL_SQUOPPED;
    if (p->call == SQ_CALLS) return "call";
    p->probability = isnan(probability) ? p->call == SQ_CALL_SQUOPPED : probability;
    return NULL;
}

static void tiddlies_from_json(sq_claimed_tiddlies t[SQ_USUAL_COLOURS], const json_t *from) {
    for (unsigned c = 0; c < SQ_USUAL_COLOURS; c++) {
        const json_t *j = json_object_get(from, sq_colour_name((sq_colour)c));
        const json_t *low = json_object_get(j, "low"), *high = json_object_get(j, "high");
        t[c] = (sq_claimed_tiddlies){json_is_integer(low) && json_is_integer(high),
                                     (int)json_integer_value(low), (int)json_integer_value(high)};
    }
}

static const char *prediction_from_json(sq_prediction *p, const json_t *from) {
    if (!json_is_string(json_object_get(from, "image"))) return "image";
    sq_picture_name(p->name, sizeof p->name, text_or(from, "image", ""));
    if (json_object_get(from, "discs")) return "winks"; /* another game's */
    const json_t *winks = json_object_get(from, "winks"), *pairs = json_object_get(from, "squops");
    /* One more than there are: an empty list is no failure of calloc. */
    p->winks = calloc(json_array_size(winks) + 1, sizeof *p->winks);
    p->pairs = calloc(json_array_size(pairs) + 1, sizeof *p->pairs);
    if (!p->winks || !p->pairs) return "winks";
    const char *wrong = NULL;
    for (size_t i = 0; i < json_array_size(winks) && !wrong; i++)
        wrong = wink_from_json(&p->winks[p->wink_count++], json_array_get(winks, i));
    for (size_t i = 0; i < json_array_size(pairs) && !wrong; i++)
        wrong = pair_from_json(&p->pairs[p->pair_count++], json_array_get(pairs, i), p->wink_count);
    tiddlies_from_json(p->tiddlies, json_object_get(from, "tiddlies"));
    return wrong;
}

static void prediction_free(sq_prediction *p) {
    free(p->winks);
    free(p->pairs);
}

void sq_predictions_free(sq_predictions *p) {
    for (size_t i = 0; i < p->count; i++)
        prediction_free(&p->at[i]);
    free(p->at);
    *p = (sq_predictions){0};
}

const sq_prediction *sq_prediction_find(const sq_predictions *p, const char *name) {
    for (size_t i = p->count; i-- > 0;)
        if (!strcmp(p->at[i].name, name)) return &p->at[i];
    return NULL;
}

static sq_code add_line(sq_predictions *all, const char *line, const char *path, int n, sq_diag *d) {
    json_error_t e;
    json_t *root = json_loads(line, 0, &e);
    if (!root)
        return sq_fail(d, SQ_E_FORMAT, "%s:%d: is no JSON (%s); give what `squint look --json` prints", path,
                       n, e.text);
    sq_prediction *more = realloc(all->at, (all->count + 1) * sizeof *more);
    if (!more) {
        json_decref(root);
        return sq_fail(d, SQ_E_MEMORY, "%s:%d: not enough memory; give fewer lines", path, n);
    }
    all->at = more;
    all->at[all->count] = (sq_prediction){0};
    const char *wrong = prediction_from_json(&all->at[all->count++], root);
    json_decref(root);
    if (!wrong) return SQ_OK;
    return sq_fail(d, SQ_E_FORMAT, "%s:%d: \"%s\" is missing or wrong; give what `squint look --json` prints",
                   path, n, wrong);
}

sq_code sq_predictions_read(sq_predictions *out, const char *path, sq_diag *d) {
    *out = (sq_predictions){0};
    FILE *f = strcmp(path, "-") ? fopen(path, "r") : stdin;
    if (!f) return sq_fail(d, SQ_E_FILE, "%s: cannot be opened (%m); check the name and the rights", path);
    char *line = NULL;
    size_t room = 0;
    sq_code code = SQ_OK;
    for (int n = 1; !code && getline(&line, &room, f) >= 0; n++) {
        const char *start = line + strspn(line, " \t\r\n");
        if (*start == '{') code = add_line(out, start, path, n, d);
    }
    if (!code && !ferror(f) && !out->count)
        code =
            sq_fail(d, SQ_E_FORMAT, "%s: holds no prediction; give what `squint look --json` prints", path);
    if (!code && ferror(f)) code = sq_fail(d, SQ_E_FILE, "%s: cannot be read (%m); check the disk", path);
    free(line);
    if (f != stdin) fclose(f);
    if (code) sq_predictions_free(out);
    return code;
}
