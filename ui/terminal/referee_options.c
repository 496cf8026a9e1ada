/* The options of squint referee: what each says, what it may be, and which go together. */
#include "ui/terminal/referee_options.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "rules/book/ruleset.h"
#include "rules/crokinole/game.h"
#include "rules/other/game_registry.h"
#include "ui/files/rule_book_file.h"
#include "ui/game/evidence.h"
#include "ui/overrule/typed_event.h"
#include "ui/publish/table_topics.h"
#include "ui/serve/address.h"
#include "ui/serve/http_server.h"
#include "ui/terminal/options.h"
#include "ui/terminal/rotation_options.h"
#include "ui/words/details_words.h"
#include "vision/capture/picture_inbox.h"
#include "vision/capture/video_writer.h"
#include "vision/system/nearest_word.h"

enum {
    KEY_FORM = 256,
    KEY_GAME,
    KEY_FIRST,
    KEY_GAMES,
    KEY_FROM,
    KEY_LIMIT,
    KEY_RULES,
    KEY_RESUME,
    KEY_EVIDENCE,
    KEY_FILM,
    KEY_SIZE,
    KEY_RATE,
    KEY_UNLOCKED,
    KEY_PLAYERS,
    KEY_SIDES,
    KEY_EVENT,
    KEY_ROUND,
    KEY_TABLE,
    KEY_DATE,
    KEY_SERVE,
    KEY_TLS,
    KEY_CERTIFICATE,
    KEY_KEY,
    KEY_OPEN,
    KEY_PUBLISH,
    KEY_AUTHORITY,
    KEY_PASSWORD,
    KEY_AUTOMATIC
};

/* GAMES_MOST: as the record reads (rules/crokinole/record_read.c). */
enum { GAMES_MOST = 99, RATE_MOST = 240, MB = 1000000, EVIDENCE_MB_MAX = 1000000 };
#define DIGITS_OF(number) #number
#define DIGITS(number) DIGITS_OF(number)

static const struct argp_option options[] = {
    {0, 0, 0, 0, "What is judged, and what is kept of it:", 0},
    {"calibration", 'c', "CAMERA.json", 0,
     "the camera's file (squint calibrate writes one); without it the camera is found from the mat itself",
     0},
    {"out", 'o', "DIR", 0,
     "the game's folder: its record (game.jsonl, which squint rules reads), what was seen at each rest "
     "(looks.jsonl, rests.jsonl), the camera. A game that is there already is moved to DIR~1",
     0},
    {"resume", KEY_RESUME, 0, 0,
     "continue the game in DIR that was interrupted, with the SOURCE and settings of its beginning "
     "(session.json)",
     0},
    {"record", 'r', "FILE", 0, "write only the record, under this name", 0},
    {"overlay", 'p', 0, 0,
     "write a picture of each ruling, DIR/LINE.jpg (of the second game DIR/game-2-LINE.jpg), with what was "
     "seen drawn in; needs --out",
     0},
    {"annotate", 'a', "OUT.mp4", 0,
     "write the video with the calls drawn in, as .mp4, .mkv, .webm, .mov or .avi", 0},
    {"evidence", KEY_EVIDENCE, "MB", 0,
     "how much room pictures of each rest and of the motion before it may take, in DIR/evidence (" DIGITS(
         SQ_EVIDENCE_USUAL_MB) "; 0: none). The oldest are deleted first",
     0},
    {"film", KEY_FILM, "FILE.mkv", 0,
     "keep what the source sends. If the disk is too slow for a camera, frames are left out and counted", 0},
    SQ_FORCE_OPTION,
    {0, 0, 0, 0, "What is printed:", 0},
    {"json", 'j', 0, 0,
     "instead of sentences, print the event stream, a line each: events, states, positions, questions, "
     "notices, the end; after five seconds of silence a heartbeat (docs/PROTOCOL.md)",
     0},
    {"quiet", 'q', 0, 0, "print only questions, and how the game stands at its end", 0},
    {"verbose", 'v', 0, 0, "say at the end how long rulings took", 0},
    {0, 0, 0, 0, "The game:", 0},
    {"game", KEY_GAME, "KIND", 0,
     "what is played: tiddlywinks, or crokinole, which has no pages and no --resume (docs/crokinole.md)", 0},
    {"form", KEY_FORM, "FORM", 0,
     "pairs (the normal case), singles or three; of crokinole singles (the normal case) or doubles", 0},
    {"first", KEY_FIRST, "WHO", 0,
     "of crokinole: who begins: light, dark, or a seat: north, east, south, west. Without it the first disc "
     "that is seen shows who begins, and this is held as a question",
     0},
    {"games", KEY_GAMES, "N", 0, "of crokinole: how many games the match has (1)", 0},
    {"rules", KEY_RULES, "BOOK", 0,
     "the rule book: etwa-2012 (if none is named), etwa-classic, etwa-simple, parker, a club's of squint "
     "rules --help, or a file of one's own, as my-club.rules",
     0},
    {"limit", KEY_LIMIT, "TIME", 0,
     "the timed period, if it is not the rule book's: minutes, as 20 or 20:00; or seconds, as 1200s", 0},
    {"from", KEY_FROM, "POSITION.json", 0,
     "for a video that starts in the middle of a game: the winks' names and, under \"set\", whose turn it "
     "is (a line of rests.jsonl with \"set\" added). Without it the game begins with the position that is "
     "seen, and whoever plays first is taken to be in turn",
     0},
    {"automatic", KEY_AUTOMATIC, "KIND=MODE,...", 0,
     "how far squint acts by itself if it is certain. KIND: all, shot, squop, pot, off-mat, pass, "
     "squidge-off, put-back; MODE: do (carry it out, the default), tell (carry it out and tell the umpire), "
     "ask (ask a question), off (leave it to the umpire). As in pass=ask,pot=tell. squint automate and "
     "the umpire's page change it during the game",
     0},
    {0, 0, 0, 0, "Who plays, and where: on every sheet of the game:", 0},
    {"players", KEY_PLAYERS, "COLOUR=NAME,...", 0,
     "who plays which colour, as in blue=Ann,red=Bob,green=Cy,yellow=Di; in crokinole light=Ann,dark=Bob", 0},
    {"sides", KEY_SIDES, "SIDE=NAME,...", 0, "the sides' names, as in blue-red=Cambridge,green-yellow=London",
     0},
    {"event", KEY_EVENT, "NAME", 0, "what the game belongs to, as in \"Cambridge Open\"", 0},
    {"round", KEY_ROUND, "N", 0, "the round: its number or its name", 0},
    {"table", KEY_TABLE, "N", 0, "the table: its number or its name", 0},
    {"date", KEY_DATE, "DAY", 0, "when it was played, as in 2026-11-22 or \"2026-11-22 19:30\"", 0},
    {0, 0, 0, 0, "The camera:", 0},
    {"size", KEY_SIZE, "WIDTHxHEIGHT", 0,
     "the size of a camera's pictures (default: the best; squint cameras lists them)", 0},
    {"rate", KEY_RATE, "N", 0, "pictures a second of a camera", 0},
    {"no-lock", KEY_UNLOCKED, 0, 0,
     "let the camera choose exposure, white balance and focus. Otherwise they are locked after two seconds",
     0},
    SQ_TURNING_OPTIONS,
    {0, 0, 0, 0, "Pages for browsers, and a hall:", 0},
    {"serve", KEY_SERVE, "ADDRESS", OPTION_ARG_OPTIONAL,
     "open pages for a browser: the umpire's, who sees, answers and corrects, and the audience's. ADDRESS "
     "is a port of this machine (8080), or 0.0.0.0:8080 for all who can reach it. Implies --overlay; "
     "without --out the game is kept in squint-game",
     0},
    {"open", KEY_OPEN, 0, 0,
     "open the umpire's page in this desktop's browser. Implies --serve. After the end of a video "
     "squint ends when no page has been open for a minute",
     0},
    {"tls", KEY_TLS, 0, 0,
     "encrypt the pages, with a certificate that squint makes once for this machine; browsers warn about "
     "it, and the terminal shows its fingerprint",
     0},
    {"certificate", KEY_CERTIFICATE, "FILE.pem", 0, "encrypt the pages with this certificate; needs --key",
     0},
    {"key", KEY_KEY, "FILE.pem", 0, "the key of that certificate", 0},
    {"publish", KEY_PUBLISH, "mqtts://BROKER/HALL", 0,
     "publish the game to a hall, by an MQTT broker (docs/hall.md); needs --table. The record on this disk "
     "is the truth: what the hall misses while the network is down is sent afterwards. Without --out the "
     "game is kept in squint-game",
     0},
    {"broker-authority", KEY_AUTHORITY, "FILE", 0,
     "the certificate of the authority that signed the broker's, if the system does not know it", 0},
    {"broker-password", KEY_PASSWORD, "FILE", 0, "a file with the table's password in its first line", 0},
    {0},
};

static const char doc[] =
    "Judges a game of tiddlywinks, or of crokinole, from a camera over the mat, from a video that it has "
    "taken, or from a folder of pictures, one for each rest. Says who played which wink, what it led to, "
    "and the score by the rules.\vExamples:\n"
    "  squint referee game.mp4\n"
    "  squint referee --calibration camera.json --out tuesday --overlay game.mp4\n"
    "  squint referee --json game.mp4 | grep '\"type\":\"event\",[^{]*\"event\":\"shot\"'\n"
    "  squint referee --out tuesday camera       # live, until Ctrl-C\n"
    "  squint referee --out r2t5 --event \"Cambridge Open\" --round 2 --table 5 \\\n"
    "      --players blue=Ann,red=Bob,green=Cy,yellow=Di camera\n"
    "  squint referee --serve --out tuesday camera   # watched and corrected in a browser\n"
    "  squint referee --out tuesday phone        # a phone's browser is the camera; its link is shown as a "
    "QR code\n"
    "  squint referee --resume --out tuesday     # after a power cut\n"
    "  squint rules --explain tuesday/game.jsonl\n"
    "  squint referee --game crokinole --first light --out board rests/\n\n"
    "Each event is on the disk before it is shown. A game that was interrupted, at any moment, goes on with "
    "--resume and ends as if nothing had happened. When the disk is full the game goes on in memory, and is "
    "written as soon as there is room.\n\n"
    "If squint is not certain what happened it asks a QUESTION, with the answers in order of likelihood. If "
    "the game goes on before it is settled, the likeliest answer is carried out and marked HELD. squint "
    "answer chooses another one.\n\n"
    "Exit status: 0 judged to the end, 1 judged in part (it was stopped, the video breaks off, or some "
    "pictures could not be judged), 2 an input or argument cannot be used, or the disk has not taken all, "
    "3 judged to the end, with questions open.";

static void take_rules(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    sq_diag d;
    w->session.game.rules = sq_rule_book_find_seen(arg, &d);
    if (w->session.game.rules < 0) argp_error(state, "--rules: %s", d.text);
}

static void take_limit(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    char why[SQ_TYPED_WHY_MAX];
    double s = 0;
    if (!sq_typed_limit(&s, arg, why)) argp_error(state, "--limit: %s", why);
    w->session.game.limit = sq_us_from_s(s);
}

static void take_automation(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    char why[SQ_AUTOMATION_WHY_MAX];
    w->automates = true;
    if (!sq_automation_read(&w->session.automation, arg, why))
        argp_error(state, "--automatic %s: %s", arg, why);
}

static void take_size(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    char after;
    sq_capture_settings *c = &w->capture;
    if (sscanf(arg, "%5dx%5d%c", &c->width, &c->height, &after) != 2 || c->width < 1 || c->height < 1)
        argp_error(state, "--size %s: give WIDTHxHEIGHT in pixels, as in 1920x1080", arg);
}

static void take_rate(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    char *end;
    w->capture.rate = strtod(arg, &end);
    if (end == arg || *end || !(w->capture.rate >= 1 && w->capture.rate <= RATE_MOST))
        argp_error(state, "--rate %s: give pictures a second, 1 to %d", arg, RATE_MOST);
}

static void take_evidence(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    int mb = 0;
    if (!sq_option_number(&mb, arg, 0, EVIDENCE_MB_MAX))
        argp_error(state, "--evidence %s: give a number of megabytes, 0 for none", arg);
    w->session.evidence_bytes = (long long)mb * MB;
    w->keeps_evidence = mb > 0;
}

/* Who plays, and where. */
static void take_detail(sq_referee_wish *w, int key, const char *arg, struct argp_state *state) {
    static const struct {
        int key;
        sq_detail which;
        const char *option;
    } texts[] = {{KEY_EVENT, SQ_DETAIL_EVENT, "event"},
                 {KEY_ROUND, SQ_DETAIL_ROUND, "round"},
                 {KEY_TABLE, SQ_DETAIL_TABLE, "table"}};
    sq_details *to = &w->session.game.details;
    sq_diag d = {0};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        const char *why = texts[i].key == key ? sq_details_name(to, texts[i].which, arg) : NULL;
        if (why) argp_error(state, "--%s %.80s: a name %s", texts[i].option, arg, why);
    }
    if (key == KEY_DATE && sq_details_parse_date(to, arg, &d)) argp_error(state, "--date %s", d.text);
}

/* An option that comes again names others. */
static void add_names(char to[SQ_NAMES_MAX], const char *option, const char *arg, struct argp_state *state) {
    size_t used = strlen(to), room = SQ_NAMES_MAX - used;
    if ((size_t)snprintf(to + used, room, "%s%s", used ? "," : "", arg) >= room)
        argp_error(state, "--%s: the names are too long; shorten them", option);
}

/* A name for a colour without winks is a slip. */
static void check_players(const sq_referee_wish *w, struct argp_state *state) {
    const sq_event_game *game = &w->session.game;
    const sq_ruleset *book = sq_ruleset_at(game->rules);
    for (sq_colour c = 0; c < SQ_COLOURS; c++)
        if (game->details.named & 1u << (SQ_DETAIL_BLUE + c) &&
            !(sq_ruleset_colours(book) & sq_colour_bit(c)))
            argp_error(state, "--players: %s has no winks in %s; name those who play", sq_colour_name(c),
                       book->name);
}

/* By the game's own words for its sides, whichever option came first. */
static void take_names(sq_referee_wish *w, struct argp_state *state) {
    sq_details *to = &w->session.game.details;
    sq_diag d;
    if (*w->players && sq_details_parse(to, w->game ? "board" : "players", w->players, &d))
        argp_error(state, "--players: %s", d.text);
    if (*w->sides && sq_details_parse(to, w->game ? "board" : "sides", w->sides, &d))
        argp_error(state, "--sides: %s", d.text);
    if (!w->game && !w->resume) check_players(w, state);
}

/* The table's name is the one that stands on its sheets. */
static void take_hall(sq_referee_wish *w, struct argp_state *state) {
    sq_diag d;
    sq_publish_settings *h = &w->hall;
    const char *table = w->session.game.details.text[SQ_DETAIL_TABLE], *authority = h->broker.authority;
    if (sq_broker_address_read(&h->broker, w->publish, &d)) argp_error(state, "--publish: %s", d.text);
    h->broker.authority = authority;
    if (authority && !h->broker.tls)
        argp_error(state, "--broker-authority is about an encrypted broker; give mqtts://...");
    if (w->password && sq_broker_password_read(&h->broker, w->password, &d)) argp_error(state, "%s", d.text);
    if (!w->resume && !*table) argp_error(state, "--publish needs the table's name; give --table N");
    if (*table && (!sq_table_name(h->table, table) || !strcmp(h->table, SQ_HALL_DESK)))
        argp_error(
            state,
            "--table %.80s: a hall needs letters or digits in it, and \"desk\" is its own; give another",
            table);
    w->session.publish = h;
}

static bool is_matroska(const char *path) {
    const char *dot = strrchr(path, '.');
    return dot && !strcasecmp(dot, ".mkv");
}

void sq_referee_open_for_phone(sq_referee_wish *w) {
    char host[SQ_HOST_MAX] = "";
    int port;
    if (!w->session.source || !sq_picture_inbox_is_named(w->session.source)) return;
    if (!w->session.serve) w->session.serve = "0.0.0.0:8443";
    w->serves = true;
    sq_address_read(w->session.serve, host, &port);
    w->encrypts |= !sq_address_is_loopback(host);
}

static void take_game(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    sq_option_game(arg, state);
    w->game = sq_refereed_game_find(arg);
}

static void take_first(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    sq_board_side side = sq_board_side_from_name(arg);
    sq_board_seat seat = sq_board_seat_from_name(arg);
    if (side == SQ_BOARD_SIDES && seat == SQ_NO_SEAT)
        argp_error(state, "--first %s: give light or dark, or a seat: north, east, south, west", arg);
    w->first = seat != SQ_NO_SEAT ? 1 + (int)seat : 1 + SQ_SEATS + (int)side;
}

static void take_games(sq_referee_wish *w, const char *arg, struct argp_state *state) {
    if (!sq_option_number(&w->games, arg, 1, GAMES_MOST))
        argp_error(state, "--games %s: give a number from 1 to %d", arg, GAMES_MOST);
}

/* What a second game is refereed with, and without. */
static void check_other(sq_referee_wish *w, struct argp_state *state) {
    sq_event_game *g = &w->session.game;
    bool doubles = w->form && !strcmp(w->form, "doubles");
    if (w->serves) w->other = w->session.opens_page ? "open" : "serve";
    if (w->other) argp_error(state, "--%s does not go with --game %s; leave it out", w->other, w->game->name);
    if (w->form && !doubles && strcmp(w->form, "singles") != 0)
        argp_error(state, "--form %s: %s has singles and doubles", w->form, w->game->name);
    if (doubles && w->first > SQ_SEATS)
        argp_error(state, "--first: of doubles give the seat that begins: north, east, south or west");
    g->rules = sq_other_game_find(w->game->name);
    g->form = doubles ? SQ_FORM_PAIRS : SQ_FORM_SINGLES;
    g->option[SQ_OPTION_FIRST] = w->first;
    g->option[SQ_OPTION_GAMES] = w->games;
}

static void refuse_form(const char *arg, struct argp_state *state) {
    const char *names[SQ_FORMS];
    char meant[SQ_DID_YOU_MEAN_MAX];
    for (unsigned i = 0; i < SQ_FORMS; i++)
        names[i] = sq_form_name((sq_form)i);
    argp_error(state, "--form %s: give pairs, singles or three%s", arg,
               sq_did_you_mean(meant, arg, names, SQ_FORMS));
}

/* Options that would have no effect beside the others. */
static void check_effect(const sq_referee_wish *w, struct argp_state *state) {
    struct stat s;
    const sq_capture_settings *c = &w->capture;
    bool is_file =
        w->session.source && !stat(w->session.source, &s) && (S_ISREG(s.st_mode) || S_ISDIR(s.st_mode));
    if (is_file && (c->width || c->rate > 0 || c->unlocked))
        argp_error(state, "--size, --rate and --no-lock are for a camera, and %s is none", w->session.source);
    if (w->password && !w->publish) argp_error(state, "--broker-password is for a hall; add --publish");
    if (w->keeps_evidence && !w->out) argp_error(state, "--evidence needs --out DIR, where it is kept");
    if (w->session.scribe.json && w->session.scribe.quiet)
        argp_error(state, "--json prints everything, and --quiet little; give one of them");
}

static void check(sq_referee_wish *w, struct argp_state *state) {
    take_names(w, state);
    if (w->game && w->session.source && sq_picture_inbox_is_named(w->session.source))
        argp_error(state, "%s is refereed from pictures or a video; give one instead of %s", w->game->name,
                   w->session.source);
    sq_referee_open_for_phone(w);
    if (w->game)
        check_other(w, state);
    else if (w->first || w->games)
        argp_error(state, "--first and --games are for --game crokinole");
    else if (w->form && (w->session.game.form = sq_form_from_name(w->form)) == SQ_FORMS)
        refuse_form(w->form, state);
    if (w->out && w->record)
        argp_error(state, "the folder of --out holds the game's record; give --out or --record, not both");
    if (w->serves && !w->session.serve) w->session.serve = "8080";
    if ((w->serves || w->publish) && !w->out) w->out = "squint-game";
    w->overlay |= w->serves;
    if ((w->serves || w->publish) && w->record)
        argp_error(state, "--%s needs the game's folder; give --out DIR instead of --record",
                   w->serves ? "serve" : "publish");
    if (w->publish) take_hall(w, state);
    if (!w->session.certificate != !w->session.key)
        argp_error(state, "a certificate needs its key; give both --certificate and --key");
    if ((w->encrypts || w->session.key) && !w->serves)
        argp_error(state, "--tls, --certificate and --key are for the pages; add --serve");
    if (!w->session.source && !w->resume) argp_error(state, "give a video or a folder of pictures");
    if (w->overlay && !w->out) argp_error(state, "--overlay needs --out DIR, where its pictures go");
    if (w->resume && !w->out) argp_error(state, "--resume needs --out DIR, where the game lies");
    if (w->out && !*w->out) argp_error(state, "--out: its name is empty; give the game's folder");
    check_effect(w, state);
    sq_diag d;
    if (w->session.annotated && sq_video_writer_may_be(w->session.annotated, &d))
        argp_error(state, "--annotate %s", d.text);
    if (w->session.film && !is_matroska(w->session.film))
        argp_error(state, "--film %s: a film is kept as Matroska; give FILE.mkv", w->session.film);
    if (w->resume && w->session.annotated)
        argp_error(state, "--annotate draws a whole video; give it to a run without --resume");
}

/* The name of an option, if its key is one of these. */
static const char *name_among(const int *keys, size_t n, int key) {
    for (size_t i = 0; i < n; i++)
        for (const struct argp_option *o = options; keys[i] == key && (o->name || o->doc); o++)
            if (o->key == key) return o->name;
    return NULL;
}

/* Options that a second game does not take. */
static const char *own_option(int key) {
    static const int keys[] = {'c',        'a',         KEY_FROM,      KEY_FILM,     KEY_RULES,
                               KEY_RESUME, KEY_SERVE,   KEY_OPEN,      KEY_TLS,      KEY_CERTIFICATE,
                               KEY_KEY,    KEY_PUBLISH, KEY_AUTHORITY, KEY_PASSWORD, KEY_AUTOMATIC,
                               'v'};
    return name_among(keys, sizeof keys / sizeof *keys, key);
}

/* Notes an option that says how a game begins: one that goes on has begun. */
static void note_settled(sq_referee_wish *w, int key) {
    static const int keys[] = {'c',       KEY_FROM,  KEY_RULES, KEY_FORM, KEY_LIMIT,     KEY_PLAYERS,
                               KEY_SIDES, KEY_EVENT, KEY_ROUND, KEY_DATE, SQ_KEY_MIRROR, SQ_KEY_ROTATE};
    const char *name = name_among(keys, sizeof keys / sizeof *keys, key);
    size_t used = strlen(w->settled);
    if (name) snprintf(w->settled + used, sizeof w->settled - used, "%s--%s", used ? ", " : "", name);
}

static error_t take_option(int key, char *arg, struct argp_state *state) {
    sq_referee_wish *w = state->input;
    const char *own = own_option(key);
    if (own) w->other = own;
    note_settled(w, key);
    if (sq_take_turning(&w->capture.turning, key, arg, state)) return 0;
    switch (key) {
    case 'c': w->session.calibration = arg; return 0;
    case 'o': w->out = arg; return 0;
    case 'r': w->record = arg; return 0;
    case 'j': w->session.scribe.json = true; return 0;
    case 'p': w->overlay = true; return 0;
    case 'a': w->session.annotated = arg; return 0;
    case 'q': w->session.scribe.quiet = true; return 0;
    case 'v': w->verbose = true; return 0;
    case KEY_FILM: w->session.film = arg; return 0;
    case KEY_FROM: w->session.from = arg; return 0;
    case KEY_SIZE: take_size(w, arg, state); return 0;
    case KEY_RATE: take_rate(w, arg, state); return 0;
    case KEY_UNLOCKED: w->capture.unlocked = true; return 0;
    case KEY_FORM: w->form = arg; return 0;
    case KEY_GAME: take_game(w, arg, state); return 0;
    case KEY_FIRST: take_first(w, arg, state); return 0;
    case KEY_GAMES: take_games(w, arg, state); return 0;
    case KEY_LIMIT: take_limit(w, arg, state); return 0;
    case KEY_RULES: take_rules(w, arg, state); return 0;
    case KEY_OPEN: w->serves = w->session.opens_page = true; return 0;
    case KEY_SERVE:
        w->serves = true;
        w->session.serve = arg;
        return 0;
    case ARGP_KEY_ARG:
        /* An optional argument must stand behind "=", which nobody knows: an address is one without it, too.
         */
        if (w->serves && !w->session.serve && sq_server_is_address(arg) && access(arg, F_OK)) {
            w->session.serve = arg;
            return 0;
        }
        if (w->session.source)
            argp_error(state, "one source at a time; after \"%s\", \"%s\" is one too many", w->session.source,
                       arg);
        w->session.source = arg;
        return 0;
    case KEY_PLAYERS: add_names(w->players, "players", arg, state); return 0;
    case KEY_SIDES: add_names(w->sides, "sides", arg, state); return 0;
    case KEY_EVENT:
    case KEY_ROUND:
    case KEY_TABLE:
    case KEY_DATE: take_detail(w, key, arg, state); return 0;
    case KEY_EVIDENCE: take_evidence(w, arg, state); return 0;
    case KEY_TLS: w->encrypts = true; return 0;
    case KEY_CERTIFICATE: w->session.certificate = arg; return 0;
    case KEY_KEY: w->session.key = arg; return 0;
    case KEY_PUBLISH: w->publish = arg; return 0;
    case KEY_AUTHORITY: w->hall.broker.authority = arg; return 0;
    case KEY_PASSWORD: w->password = arg; return 0;
    case KEY_AUTOMATIC: take_automation(w, arg, state); return 0;
    case KEY_RESUME: w->resume = true; return 0;
    case SQ_KEY_FORCE: w->files.force = true; return 0;
    case ARGP_KEY_END: check(w, state); return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

static const struct argp argp = {options, take_option, "SOURCE", doc, 0, 0, 0};

void sq_referee_options_read(sq_referee_wish *out, int argc, char **argv) {
    *out = (sq_referee_wish){.session = {.game = {.form = SQ_FORM_PAIRS},
                                         .evidence_bytes = (long long)SQ_EVIDENCE_USUAL_MB * MB,
                                         .scribe = {.out = stdout, .err = stderr},
                                         .capture = &out->capture}};
    sq_options_parse(&argp, argc, argv, out);
    out->session.progress = isatty(STDERR_FILENO) && !out->session.scribe.quiet;
}
