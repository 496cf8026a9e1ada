/* squint hall: all tables of a hall at a glance. */
#include <stdio.h>

#include "ui/command/command.h"
#include "ui/hall/broker_access.h"
#include "ui/hall/hall.h"
#include "ui/serve/http_server.h"
#include "ui/terminal/options.h"

typedef struct {
    sq_hall_settings hall;
    const char *broker, *authority, *password;
    int passwords; /* tables for which they are made; 0: none */
} wish;

enum {
    KEY_PASSWORDS = 300,
    KEY_KEEP = 256,
    KEY_SERVE,
    KEY_AUTHORITY,
    KEY_PASSWORD,
    KEY_PLAYERS,
    KEY_ROUNDS,
    KEY_PICTURES
};
/* kB of a picture: half a screen can be read in the first, and is never worth more than the last. */
enum { PICTURE_KB = 48, PICTURE_LEAST_KB = 4, PICTURE_MOST_KB = 256 };

static const struct argp_option options[] = {
    {"keep", KEY_KEEP, "FILE", 0,
     "where the copies are kept: an SQLite file (hall.sqlite), or, for several halls in one database, a "
     "PostgreSQL server's address: postgresql://USER@HOST/DATABASE",
     0},
    {"players", KEY_PLAYERS, "FILE", 0, "a CSV file of who plays: player, club (docs/hall.md)", 0},
    {"rounds", KEY_ROUNDS, "FILE", 0,
     "who plays whom, a CSV file: round, table, blue, green, red, yellow. Replaces what was given before", 0},
    {"serve", KEY_SERVE, "ADDRESS", 0,
     "where the pages are: a port of this machine (8090, if none is named), or 0.0.0.0:8090 for all who can "
     "reach it",
     0},
    {"pictures", KEY_PICTURES, "KB", OPTION_ARG_OPTIONAL,
     "ask the tables for a small picture of each ruling and question, of at most this many kB (48), and "
     "show it with questions",
     0},
    {"make-passwords", KEY_PASSWORDS, "TABLES", 0,
     "instead of a broker's address give a hall's name: makes a folder of that name with mosquitto's "
     "password and access files for the hall and this many tables, and the password of each",
     0},
    {"broker-authority", KEY_AUTHORITY, "FILE", 0,
     "the certificate of the authority that signed the broker's, if the system does not know it", 0},
    {"broker-password", KEY_PASSWORD, "FILE", 0, "a file with the hall's password in its first line", 0},
    {0},
};

static const char doc[] =
    "Connects to all tables of a hall by an MQTT broker: keeps a copy of every record, and shows all games "
    "on one page; those that are silent, have a fault or have a question come first.\vExamples:\n"
    "  squint hall --make-passwords 20 cambridge\n"
    "  squint hall mqtts://hall@192.168.1.10/cambridge --broker-password hall.password\n"
    "  squint referee --publish mqtts://table-7@192.168.1.10/cambridge --table 7 camera\n\n"
    "The tables' own records are the truth. What the hall misses while it, the broker or the network is "
    "down, the tables send afterwards; each copy is checked by its SHA-256. docs/hall.md says how to set up "
    "a hall, and docs/hall-protocol.md describes the messages.\n\n"
    "Exit status: 0 ended by Ctrl-C, 2 an argument cannot be used.";

static error_t take_option(int key, char *arg, struct argp_state *state) {
    wish *w = state->input;
    sq_diag d;
    int kb = PICTURE_KB;
    switch (key) {
    case KEY_PASSWORDS:
        if (!sq_option_number(&w->passwords, arg, 1, SQ_PASSWORD_TABLES))
            argp_error(state, "--make-passwords %s: give a number of tables, 1 to %d", arg,
                       SQ_PASSWORD_TABLES);
        return 0;
    case KEY_KEEP: w->hall.keep = arg; return 0;
    case KEY_PICTURES:
        if (arg && !sq_option_number(&kb, arg, PICTURE_LEAST_KB, PICTURE_MOST_KB))
            argp_error(state, "--pictures=%s: give kB, %d to %d", arg, PICTURE_LEAST_KB, PICTURE_MOST_KB);
        w->hall.pictures = kb * 1024L;
        return 0;
    case KEY_PLAYERS: w->hall.players = arg; return 0;
    case KEY_ROUNDS: w->hall.rounds = arg; return 0;
    case KEY_SERVE: w->hall.serve = arg; return 0;
    case KEY_AUTHORITY: w->authority = arg; return 0;
    case KEY_PASSWORD: w->password = arg; return 0;
    case ARGP_KEY_ARG:
        if (w->broker) argp_error(state, "one broker at a time; \"%s\" is one too many", arg);
        w->broker = arg;
        return 0;
    case ARGP_KEY_END:
        if (w->passwords && (!w->broker || !sq_hall_is_name(w->broker)))
            argp_error(state, "give the hall's name: small letters, digits and hyphens");
        if (w->passwords) return 0;
        if (!w->broker) argp_error(state, "give the broker's address, as in mqtts://192.168.1.10/hall");
        if (sq_broker_address_read(&w->hall.broker, w->broker, &d)) argp_error(state, "%s", d.text);
        if (w->password && sq_broker_password_read(&w->hall.broker, w->password, &d))
            argp_error(state, "%s", d.text);
        w->hall.broker.authority = w->authority;
        if (w->authority && !w->hall.broker.tls)
            argp_error(state, "--broker-authority is about an encrypted broker; give mqtts://...");
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

int sq_command_hall(int argc, char **argv) {
    static const struct argp argp = {options, take_option, "mqtts://BROKER/HALL", doc, NULL, NULL, NULL};
    wish w = {.hall = {.keep = "hall.sqlite", .serve = "8090", .err = stderr}};
    sq_diag d;
    sq_options_parse(&argp, argc, argv, &w);
    if (w.passwords && !sq_hall_passwords_make(w.broker, w.broker, w.passwords, &d)) {
        printf("%s/passwords and %s/access are for mosquitto; %s/hall.password and %s/table-N.password for "
               "the others. docs/hall.md says where they go.\n",
               w.broker, w.broker, w.broker, w.broker);
        return SQ_EXIT_OK;
    }
    if (!w.passwords && !sq_hall_run(&w.hall, &d)) return SQ_EXIT_OK;
    fprintf(stderr, "squint: %s\n", d.text);
    return SQ_EXIT_INPUT;
}
