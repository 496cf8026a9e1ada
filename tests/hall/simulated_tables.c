/* Many tables of a hall in one program: simulated_tables --publish mqtt://BROKER/HALL --out DIR [--tables N]
 * [--speed X]
 * [--shots N] [--seeds N] [--first N] [--authority FILE] [--passwords DIR] [--suffix TEXT] [--alone] [--stay]
 *
 * Each table referees a random game by position, as squint referee does from its pictures: umpire, record,
 * event stream, publisher. Only the eye is left out. Prints a line for each state: TABLE LINE and the moment,
 * seconds on the monotonic clock; to stderr what the publishers tell people. Games begin spread over their
 * first pause. Each plays in DIR/N, or DIR/N with the suffix behind it. --alone: nothing is published, to
 * measure what it costs. --stay: games that have ended take umpires' words until Ctrl-C. --passwords: the
 * table's password is the first line of DIR/table-N. Ctrl-C (SIGTERM) leaves all games where they are. */
#include <getopt.h>
#include <signal.h>
#include <sys/resource.h>

#include "tests/hall/simulated_looks.h"
#include "ui/overrule/game_socket.h"
#include "ui/publish/publisher.h"
#include "ui/session/session_stream.h"
#include "vision/system/clock.h"
#include "vision/system/output_file.h"

typedef struct {
    const char *publish, *out, *authority, *passwords, *suffix;
    int tables, shots, seeds, first;
    double speed;
    bool alone, stay;
} wish;

typedef struct {
    int number, at; /* the next look */
    double begun_s;
    const simulated_looks *looks;
    char folder[PATH_MAX];
    sq_game_paths paths;
    sq_session_settings set;
    sq_shared shared;
    sq_judge judge;
    sq_word_door *door;
    bool ended;
} table_of_hall;

static volatile sig_atomic_t stopped;

static void stop(int signal_number) {
    (void)signal_number;
    stopped = 1;
}

static void must(sq_code code, const sq_diag *d) {
    if (!code) return;
    fprintf(stderr, "simulated_tables: %s\n", d->text);
    exit(2);
}

/* ---- One table ---- */

static void hear_stream(void *who, sq_stream_type type, const json_t *line, const char *text) {
    const table_of_hall *t = who;
    (void)text;
    sq_publisher_wake(t->shared.publisher, json_integer_value(json_object_get(line, "seq")));
    if (type == SQ_STREAM_STATE)
        printf("%d %lld %.6f\n", t->number, json_integer_value(json_object_get(line, "n")), sq_monotonic_s());
}

static void tell(void *who, const char *sentence) {
    const table_of_hall *t = who;
    fprintf(stderr, "table %d: %s\n", t->number, sentence);
}

static sq_code open_publisher(table_of_hall *t, const wish *w, sq_diag *d) {
    sq_publish_settings hall;
    char file[PATH_MAX];
    sq_code code = sq_broker_address_read(&hall.broker, w->publish, d);
    hall.broker.authority = w->authority;
    snprintf(hall.table, sizeof hall.table, "%d", t->number);
    snprintf(hall.name, sizeof hall.name, "%d", t->number);
    if (w->passwords) {
        snprintf(hall.broker.user, sizeof hall.broker.user, "table-%d", t->number);
        snprintf(file, sizeof file, "%s/table-%d", w->passwords, t->number);
        if (!code) code = sq_broker_password_read(&hall.broker, file, d);
    }
    if (!code)
        code = sq_publisher_open(&t->shared.publisher, &hall, t->folder, !access(t->paths.hall, F_OK), tell,
                                 t, d);
    return code;
}

static void open_table(table_of_hall *t, const wish *w) {
    sq_diag d;
    snprintf(t->folder, sizeof t->folder, "%.3000s/%d%.100s", w->out, t->number, w->suffix);
    must(sq_make_folders(t->folder, NULL, &d), &d);
    must(sq_game_paths_of(&t->paths, t->folder, &d), &d);
    t->set = (sq_session_settings){.game = {.form = SQ_FORM_PAIRS},
                                   .scribe = {.out = stdout, .err = stderr, .json = true}};
    sq_shared_init(&t->shared, &t->set, "");
    t->judge.shared = &t->shared;
    static sq_game_note note; /* large */
    sq_game_note_now(&note, "", NULL, t->set.game);
    must(sq_game_note_write(&note, t->paths.note, &d), &d);
    if (!w->alone) must(open_publisher(t, w, &d), &d);
    sq_stream_settings stream = {.file = t->paths.stream, .hear = hear_stream, .who = t};
    must(sq_stream_open(&t->shared.stream, &stream, &d), &d);
    sq_stream_put(t->shared.stream, SQ_STREAM_START, sq_stream_start("a random game", &t->set.game, false));
    sq_game_writer_settings scribe = t->set.scribe;
    scribe.record = t->paths.record;
    scribe.listener = sq_stream_listener(&t->judge);
    must(sq_game_writer_open(&t->judge.scribe, &scribe, &d), &d);
    sq_umpire_settings umpire = {.game = t->set.game, .hear = sq_judge_hear, .who = &t->judge};
    must(sq_umpire_new(&t->judge.umpire, &umpire, &d), &d);
}

/* The umpire's words come in by the same door as in squint referee; play() hears them. */
static void wake(void *who) {
    (void)who;
}

static void open_door(table_of_hall *t) {
    sq_diag d;
    if (!(t->judge.trial = calloc(1, sizeof *t->judge.trial))) exit(2);
    must(sq_word_queue_new(&t->judge.words, wake, NULL, &d), &d);
    must(sq_word_door_open(&t->door, t->folder, t->judge.words, &d), &d);
}

static void shut_door(table_of_hall *t) {
    if (!t->door) return;
    sq_word_queue_close(t->judge.words);
    sq_word_door_close(t->door);
    sq_word_queue_free(t->judge.words);
    free(t->judge.trial);
}

static void give_look(table_of_hall *t) {
    sq_diag d;
    bool again;
    sq_observation *look = &t->judge.look;
    *look = t->looks->look[t->at++];
    sq_game_writer_look(t->judge.scribe, look);
    must(sq_umpire_look(t->judge.umpire, &look->position, look->t_start, look->t_rest, true, &again, &d), &d);
    const sq_tracked *seen = sq_umpire_seen(t->judge.umpire);
    must(sq_game_writer_rest(t->judge.scribe, look, seen ? &seen->position : &look->position, &d), &d);
    sq_stream_tick(t->shared.stream, look->position.t, t->at);
    sq_publisher_tick(t->shared.publisher, look->position.t, t->at);
}

static void end_table(table_of_hall *t) {
    sq_diag d;
    t->ended = true;
    must(sq_umpire_end(t->judge.umpire, &d), &d);
    sq_ending e = {.t = t->judge.look.position.t};
    sq_stream_put(t->shared.stream, SQ_STREAM_END, sq_stream_end(&e, sq_umpire_state(t->judge.umpire)));
}

/* ---- All of them ---- */

/* One thread plays them in turn: the umpire's words have one writer. Returns whether any is left. */
static bool play(table_of_hall *tables, const wish *w) {
    bool left = false;
    double now = sq_monotonic_s();
    for (int i = 0; i < w->tables && !stopped; i++) {
        table_of_hall *t = &tables[i];
        while (t->at < t->looks->count && (now - t->begun_s) * w->speed >= t->looks->look[t->at].position.t)
            give_look(t);
        if (!t->ended && t->at == t->looks->count) end_table(t);
        sq_diag d;
        if (t->door) must(sq_judge_hear_words(&t->judge, &d), &d);
        left |= !t->ended || w->stay;
    }
    return left;
}

static void close_tables(table_of_hall *tables, int count) {
    sq_diag d;
    for (int i = 0; i < count; i++) {
        shut_door(&tables[i]);
        must(sq_game_writer_close(tables[i].judge.scribe, &d), &d);
        must(sq_stream_close(tables[i].shared.stream, &d), &d);
        sq_publisher_close(tables[i].shared.publisher);
        sq_umpire_free(tables[i].judge.umpire);
        tables[i].shared.stream = NULL;
        sq_shared_close(&tables[i].shared);
    }
}

static void read_wish(wish *w, int argc, char **argv) {
    static const struct option options[] = {{"publish", 1, 0, 'p'},
                                            {"out", 1, 0, 'o'},
                                            {"tables", 1, 0, 't'},
                                            {"speed", 1, 0, 's'},
                                            {"shots", 1, 0, 'n'},
                                            {"seeds", 1, 0, 'd'},
                                            {"first", 1, 0, 'f'},
                                            {"authority", 1, 0, 'c'},
                                            {"passwords", 1, 0, 'w'},
                                            {"suffix", 1, 0, 'x'},
                                            {"alone", 0, 0, 'a'},
                                            {"stay", 0, 0, 'y'},
                                            {0}};
    for (int key; (key = getopt_long(argc, argv, "", options, NULL)) >= 0;)
        switch (key) {
        case 'p': w->publish = optarg; break;
        case 'o': w->out = optarg; break;
        case 'c': w->authority = optarg; break;
        case 'w': w->passwords = optarg; break;
        case 'x': w->suffix = optarg; break;
        case 't': w->tables = atoi(optarg); break;
        case 'n': w->shots = atoi(optarg); break;
        case 'd': w->seeds = atoi(optarg); break;
        case 'f': w->first = atoi(optarg); break;
        case 's': w->speed = atof(optarg); break;
        case 'a': w->alone = true; break;
        case 'y': w->stay = true; break;
        default: exit(2);
        }
    if (!w->out || (!w->publish && !w->alone)) exit(2);
}

int main(int argc, char **argv) {
    wish w = {.suffix = "", .tables = 3, .shots = 20, .seeds = 3, .first = 1, .speed = 100};
    struct rlimit files = {65536, 65536};
    read_wish(&w, argc, argv);
    setrlimit(RLIMIT_NOFILE, &files);
    signal(SIGTERM, stop);
    signal(SIGINT, stop);
    simulated_looks *looks = calloc((size_t)w.seeds, sizeof *looks);
    table_of_hall *tables = calloc((size_t)w.tables, sizeof *tables);
    if (!looks || !tables) exit(2);
    for (int i = 0; i < w.seeds; i++)
        draw_looks(&looks[i], (unsigned)(w.first + i), w.shots);
    double now = sq_monotonic_s();
    for (int i = 0; i < w.tables; i++) {
        tables[i].number = i + 1;
        tables[i].looks = &looks[i % w.seeds];
        tables[i].begun_s = now + DRAWN_PAUSE_S / w.speed * i / w.tables;
        open_table(&tables[i], &w);
        if (w.stay) open_door(&tables[i]);
    }
    while (!stopped && play(tables, &w))
        nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
    fflush(stdout);
    close_tables(tables, w.tables);
    free(tables);
    free(looks);
    struct rusage used;
    getrusage(RUSAGE_SELF, &used);
    fprintf(stderr, "simulated_tables: %.2f s of work, %ld kB\n",
            (double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) +
                1e-6 * (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec),
            used.ru_maxrss);
    return 0;
}
