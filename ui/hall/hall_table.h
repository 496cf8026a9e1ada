/* A table as the hall knows it: the copy of its game's records, and what it says of itself. Every message is
 * checked first: one that is stale, repeated, or of another game or table changes nothing. */
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
    /* The copy. */
    char game[SQ_GAME_ID];       /* "": it has sent nothing yet */
    long long seq;               /* the number of the last line that is here */
    int number, n;               /* the last record, and how many lines it has */
    sq_record_hash *hash;        /* of that record */
    char begun[SQ_HALL_INSTANT]; /* when the game began; "": not known yet */
    bool unread; /* what is stored of its game could not be read: what it sends is to be heard again */
    /* What it says of itself: the newest message of each topic, as an object; null: none. */
    json_t *item[SQ_TABLE_TOPICS];
    long long item_seq[SQ_TABLE_TOPICS];
    json_t *questions; /* each question as it was asked last, by its number */
    json_t *last;      /* the last event */
    struct {
        int line;
        long long question;
        bool is_shot;
    } held[SQ_HELD_MOST]; /* lines that are held, and whose question nobody has answered */
    int held_count;
    sq_hall_picture
        picture[SQ_TABLE_PICTURES]; /* the newest last; those of open questions are kept longest */
    int pictures;
    long long birth, past; /* of its connection; the greatest of an earlier connection */
    char online[SQ_ONLINE];
    double heard_s;   /* when its last heartbeat came (vision/system/clock.h); 0: none since the hall began */
    long long newest; /* the number of its last line, by its heartbeat */
    struct {
        double t; /* how far its source is, seconds on the source's clock */
        long long frames;
        bool known, stands; /* stands: no frame came between two heartbeats */
    } source;
    /* What the hall does about it. */
    char ill[SQ_ILL];      /* why the copy differs from the record; "": it does not, as far as it goes */
    double asked_s;        /* when it was last asked to send again */
    char shown[SQ_ONLINE]; /* sq_hall_table_online as it was last shown */
    bool fresh;            /* something has changed since it was last shown */
    bool owes;             /* it must be told how far its copy is, after the next commit */
    bool again;            /* ... and asked to send from there */
    long long passed_over; /* how many messages changed nothing */
    bool left;             /* it stands for a game that was left with the broker: nobody can send it again */
} sq_hall_table;

/* A table of this name, as it is stored. False where memory runs out. */
bool sq_hall_table_begin(sq_hall_table *t, const char *name, const sq_stored_table *stored,
                         sq_hall_store *store);
void sq_hall_table_free(sq_hall_table *t);

/* Call this when a commit has failed: the copy becomes again what is stored, and the table will send the rest
 * again. */
void sq_hall_table_read_back(sq_hall_table *t, sq_hall_store *store);

/* Takes a message of the table: n bytes and a final 0. retained: the broker has kept it; the table need not
 * be there any more. */
void sq_hall_table_hear(sq_hall_table *t, sq_table_topic kind, const char *bytes, size_t n,
                        sq_hall_store *store, double now_s, bool retained);

/* Takes a picture of the present game, n bytes, which must not be more than `most`. of: GAME/RECORD-LINE. */
void sq_hall_table_take_picture(sq_hall_table *t, const char *of, const void *bytes, size_t n, size_t most);
/* The picture of a line; null: there is none. */
const sq_hall_picture *sq_hall_table_picture(const sq_hall_table *t, int record, int line);

/* Takes a game that the table has left with the broker, n bytes and a final 0: adds the lines that are not
 * here yet. *game gets its id. Returns the number of its last line; 0: it is not such a game, or does not
 * continue where the copy ends. */
long long sq_hall_table_take_left(sq_hall_table *t, char game[SQ_GAME_ID], const char *bytes, size_t n,
                                  sq_hall_store *store);

/* "ready", "lost", "disconnected"; "silent": it should be there, but no heartbeat came for eleven seconds;
 * "": it has never sent anything. */
const char *sq_hall_table_online(const sq_hall_table *t, double now_s);

/* The table at a glance, an object (docs/hall-protocol.md), which the caller decrefs. */
json_t *sq_hall_table_glance(const sq_hall_table *t, double now_s);

#endif
