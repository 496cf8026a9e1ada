/* Crokinole as a game that can be refereed. */
#ifndef SQ_UI_CROKINOLE_REFEREED_CROKINOLE_H
#define SQ_UI_CROKINOLE_REFEREED_CROKINOLE_H

#include "ui/game/refereed_game.h"

extern const sq_refereed_game sq_refereed_crokinole;

#endif
