/* What an umpire types, as an event of the record (rules/record.h) in JSON. Three ways can be mixed:
 *
 *   words     red pots r3 · r3 over G1 and sends off y4 · blue passes · foul 10.2 · accept red · clock stop
 *   keys      shot wink=r3 potted=r3,b1 over=r3/G1 · set turn=blue
 *   JSON      {"event":"shot","colour":"red","wink":"r3"}, alone
 *
 * Times and other things that the game knows may be left out: ui/overrule/umpire_word_json.h fills them in.
 * Two keys do not belong to any event, and are resolved there: now_over, squops to add to those that exist,
 * and frees, winks that nothing lies over any more. */
#ifndef SQ_UI_OVERRULE_TYPED_EVENT_H
#define SQ_UI_OVERRULE_TYPED_EVENT_H

#include <jansson.h>
#include <stdbool.h>

#include "rules/other/game_registry.h"

/* The event, which the caller owns. Null if it is not understood: why gets a clause that names the word and
 * what is possible there. is_change: the words are only the changes to a known event; "remove" is then the
 * key of that name. game: whose words they are; null: tiddlywinks'. */
json_t *sq_typed_event(char *const *words, int count, bool is_change, const sq_other_game *game,
                       char why[SQ_TYPED_WHY_MAX]);

/* A game's time limit: minutes, as 20, 20:00 or "20min"; or seconds, as 1200s. False where it is no time, or
 * none that a game is played for; why then says so. */
bool sq_typed_limit(double *seconds, const char *word, char why[SQ_TYPED_WHY_MAX]);
/* Whether a game is played for this long: from a minute to ten hours. */
bool sq_limit_makes_sense(double seconds);

#endif
