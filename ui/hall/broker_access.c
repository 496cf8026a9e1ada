/* Writes mosquitto's files: PBKDF2 with SHA-512, as mosquitto_passwd does. */
#include "ui/hall/broker_access.h"

#include <errno.h>
#include <openssl/evp.h>
#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>

#include "ui/publish/table_topics.h"
#include "vision/system/random_id.h"

/* Of mosquitto's format $7$: rounds, as mosquitto_passwd has them by default; bytes of salt and hash. A
 * password is drawn, 120 bits: rounds do not matter for it. */
enum { ROUNDS = 101, SALT = 12, HASH = 64, SECRET = 15 };

typedef struct {
    const char *folder, *hall;
    FILE *passwords, *access;
    bool undrawn; /* no password could be drawn */
} files;

static FILE *create(const char *folder, const char *name) {
    char path[4096];
    snprintf(path, sizeof path, "%.3900s/%.100s", folder, name);
    return fopen(path, "wxe");
}

/* A user with a password of its own, which gets a file. */
static bool add_user(files *f, const char *user) {
    unsigned char salt[SALT], hash[HASH];
    char secret[2 * SECRET + 1], salt_text[2 * SALT + 1], hash_text[2 * HASH + 1], name[80];
    f->undrawn =
        !sq_random_id(secret, 2 * SECRET) || getrandom(salt, sizeof salt, 0) != (ssize_t)sizeof salt ||
        !PKCS5_PBKDF2_HMAC(secret, (int)strlen(secret), salt, SALT, ROUNDS, EVP_sha512(), HASH, hash);
    if (f->undrawn) return false;
    EVP_EncodeBlock((unsigned char *)salt_text, salt, SALT);
    EVP_EncodeBlock((unsigned char *)hash_text, hash, HASH);
    fprintf(f->passwords, "%s:$7$%d$%s$%s\n", user, ROUNDS, salt_text, hash_text);
    snprintf(name, sizeof name, "%s.password", user);
    FILE *own = create(f->folder, name);
    bool well = own && fprintf(own, "%s\n", secret) > 0;
    return !(own && fclose(own)) && well;
}

static void write_access_of_hall(const files *f) {
    fprintf(f->access,
            "# Users who are not named here may do nothing.\n\nuser hall\ntopic read " SQ_HALL_ROOT "/%s/#\n"
            "topic write " SQ_HALL_ROOT "/%s/+/have\ntopic write " SQ_HALL_ROOT "/%s/+/word\n"
            "topic write " SQ_HALL_ROOT "/%s/+/left/#\n"
            "topic write " SQ_HALL_ROOT "/%s/" SQ_HALL_DESK "/online\n",
            f->hall, f->hall, f->hall, f->hall, f->hall);
}

/* What a table may write: its own topics one by one, so that `have` and `word` stay the hall's. */
static void write_access_of_table(const files *f, int table) {
    static const char *const topics[] = {"online", "about", "state",     "position", "question", "fault",
                                         "health", "line",  "picture/#", "answer",   "left/#"};
    fprintf(f->access, "\nuser table-%d\n", table);
    for (size_t i = 0; i < sizeof topics / sizeof *topics; i++)
        fprintf(f->access, "topic write " SQ_HALL_ROOT "/%s/%d/%s\n", f->hall, table, topics[i]);
    fprintf(f->access,
            "topic read " SQ_HALL_ROOT "/%s/%d/have\ntopic read " SQ_HALL_ROOT "/%s/%d/word\n"
            "topic read " SQ_HALL_ROOT "/%s/%d/online\ntopic read " SQ_HALL_ROOT "/%s/" SQ_HALL_DESK
            "/online\n",
            f->hall, table, f->hall, table, f->hall, table, f->hall);
}

sq_code sq_hall_passwords_make(const char *folder, const char *hall, int tables, sq_diag *d) {
    char user[32];
    if (mkdir(folder, 0700))
        return sq_fail(d, SQ_E_FILE, "%.300s: cannot be made (%s); give a folder that does not exist yet",
                       folder, strerror(errno));
    files f = {folder, hall, create(folder, "passwords"), create(folder, "access"), false};
    bool well = f.passwords && f.access && add_user(&f, "hall");
    if (well) write_access_of_hall(&f);
    for (int i = 1; well && i <= tables; i++) {
        snprintf(user, sizeof user, "table-%d", i);
        well = add_user(&f, user);
        if (well) write_access_of_table(&f, i);
    }
    if (f.passwords && fclose(f.passwords)) well = false;
    if (f.access && fclose(f.access)) well = false;
    if (well) return SQ_OK;
    if (f.undrawn)
        return sq_fail(d, SQ_E_LIBRARY,
                       "%.300s: no password can be drawn on this machine; delete it and try again", folder);
    return sq_fail(d, SQ_E_FILE,
                   "%.300s: its files cannot be written; make room on the disk, delete it and try again",
                   folder);
}
