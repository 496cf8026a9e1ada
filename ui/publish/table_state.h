/* The present state of a table, collected from the lines of its stream: the newest state and position, the
 * open question, the fault, and who plays. A newer line replaces an older one. */
#ifndef SQ_UI_PUBLISH_TABLE_STATE_H
#define SQ_UI_PUBLISH_TABLE_STATE_H

#include "ui/publish/stream_and_record_reader.h"
#include "ui/publish/table_topics.h"

/* The news of one topic. */
typedef struct {
    json_t *line;  /* the line of the stream; for ABOUT, the object; null: nothing to publish */
    long long seq; /* its number */
    bool fresh;    /* it has changed since it was last published */
} sq_table_item;

/* Zero-initialised: the game has not begun. sq_table_news_free frees what it holds. */
typedef struct {
    sq_table_item item[SQ_TABLE_TOPICS]; /* only of ABOUT, STATE, POSITION, QUESTION and FAULT */
    json_t *start;                       /* what ABOUT was at the start; null before */
    long long question;                  /* the number of the open question; 0: none */
    long long newest;                    /* the number of the last line */
} sq_table_news;

/* Takes a line into account. */
void sq_table_news_take(sq_table_news *n, const sq_told_line *told);
void sq_table_news_free(sq_table_news *n);

#endif
