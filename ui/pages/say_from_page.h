/* Carries umpire's words from a page to the game's door (ui/overrule/game_socket.h), and the answers back.
 * Only for the server's thread. */
#ifndef SQ_UI_PAGES_SAY_FROM_PAGE_H
#define SQ_UI_PAGES_SAY_FROM_PAGE_H

struct evhttp_request;

typedef struct sq_errand sq_errand;

/* Zero-initialised: none is under way. */
typedef struct {
    sq_errand *first;
} sq_word_errands;

/* Sends the request's body as a word to the game in that folder; the request gets the game's answer, or
 * 503. */
void sq_word_errand(sq_word_errands *all, const char *folder, struct evhttp_request *r);

/* Gives up all words under way; call it before the server's connections are closed. */
void sq_word_errands_end(sq_word_errands *all);

#endif
