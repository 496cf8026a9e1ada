/* A table as the hall knows it: the copy of its game's records, and what it says of itself. Everything that
 * comes is looked at first: what is stale, repeated, of another game or another table changes nothing. */
#ifndef SQ_UI_HALL_HALL_TABLE_H
#define SQ_UI_HALL_HALL_TABLE_H

#include "ui/hall/store/hall_store.h"
#include "ui/publish/record_hash.h"

enum { SQ_ONLINE = 16, SQ_ILL = 128, SQ_HELD_MOST = 64, SQ_TABLE_PICTURES = 8 };

/* A picture of a ruling or a question: a JPEG, by record and line. */
typedef struct {
    int record, line;
    unsigned char *jpeg;
    size_t size;
} sq_hall_picture;

typedef struct {
    char name[SQ_HALL_NAME];
    /* What is copied. */
    char game[SQ_GAME_ID]; /* "": it has said nothing yet */
    long long seq;         /* the last numbered line that is here */
    int number, n;         /* the last record, and its lines */
    sq_record_hash *hash;  /* of that record */
    /* What it says of itself: the newest of each topic, objects; null: nothing. */
    json_t *item[SQ_TABLE_TOPICS];
    long long item_seq[SQ_TABLE_TOPICS];
    json_t *questions; /* each as it was asked last, by its number */
    json_t *last;      /* the last event */
    struct {
        int line;
        long long question;
    } held[SQ_HELD_MOST]; /* lines that are held, and whose question nobody has answered */
    int held_count;
    sq_hall_picture
        picture[SQ_TABLE_PICTURES]; /* the newest last; those of what is still asked stay longest */
    int pictures;
    long long birth; /* of its connection */
    char online[SQ_ONLINE];
    double
        heard_s; /* when it was last heard, seconds (vision/system/clock.h); 0: never since the hall began */
    long long newest; /* its last line, as its heartbeat says */
    /* What the hall does about it. */
    char ill[SQ_ILL];      /* why its copy is not equal; "": it is, as far as it goes */
    double asked_s;        /* when it was last asked to send again */
    char shown[SQ_ONLINE]; /* whether it is there, as it was shown last */
    bool fresh;            /* something has changed since it was last shown */
    bool owes;             /* it is to be told how far its copy is, when that is committed */
    bool again;            /* ... and to send from there */
    long long passed_over; /* messages that changed nothing */
    bool left;             /* it stands for a game that was left: nobody is there to make a copy anew */
} sq_hall_table;

/* A table of this name, as it is stored. False where memory is out. */
bool sq_hall_table_begin(sq_hall_table *t, const char *name, const sq_stored_table *stored,
                         sq_hall_store *store);
void sq_hall_table_free(sq_hall_table *t);

/* What was put since the last commit is lost: the copy is again what is stored, and the table sends the rest
 * again. */
void sq_hall_table_read_back(sq_hall_table *t, sq_hall_store *store);

/* A message of the table. bytes: n of them and a final 0. */
void sq_hall_table_hear(sq_hall_table *t, sq_table_topic kind, const char *bytes, size_t n,
                        sq_hall_store *store, double now_s);

/* A picture of the game that is played, n bytes, `most` at most. of: GAME/RECORD-LINE. */
void sq_hall_table_take_picture(sq_hall_table *t, const char *of, const void *bytes, size_t n, size_t most);
/* The picture of a line; null: there is none. */
const sq_hall_picture *sq_hall_table_picture(const sq_hall_table *t, int record, int line);

/* A game of the table that it has left with the broker, n bytes and a final 0: those of its lines that are
 * not here yet are taken. *game gets its id. Returns the number of its last line; 0: it is none, or it does
 * not go on where the copy ends. */
long long sq_hall_table_take_left(sq_hall_table *t, char game[SQ_GAME_ID], const char *bytes, size_t n,
                                  sq_hall_store *store);

/* "ready", "lost", "disconnected"; "silent": it should be there, and no heartbeat came for ten seconds; "":
 * it has never been heard. */
const char *sq_hall_table_online(const sq_hall_table *t, double now_s);

/* The table at a glance, an object (docs/hall-protocol.md). The caller's. */
json_t *sq_hall_table_glance(const sq_hall_table *t, double now_s);

#endif
