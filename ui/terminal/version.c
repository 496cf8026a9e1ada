/* Says which squint this is: the version, the commit, and the versions of what it writes. */
#include "build_commit.h" /* written by the build */
#include "ui/game/game_folder.h"
#include "ui/terminal/terminal.h"

#include <stdio.h>

const char *sq_version_text(void) {
    static char text[128];
    snprintf(text, sizeof text, "%s%s; session.json: format %d", SQ_VERSION, SQ_BUILD_COMMIT,
             SQ_GAME_NOTE_FORMAT);
    return text;
}
