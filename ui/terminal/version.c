/* Says which squint this is: the version, the commit, and the versions of all that it writes for other
 * programs. */
#include "build_commit.h" /* written by the build */
#include "ui/files/game_bundle.h"
#include "ui/game/game_folder.h"
#include "ui/publish/table_topics.h"
#include "ui/terminal/terminal.h"

#include <stdio.h>

#include "rules/record.h"

const char *sq_version_text(void) {
    static char text[256];
    snprintf(
        text, sizeof text,
        "%s%s\nformats: record, state, position, observation, event stream and export %d; session.json %d; "
        "bundle %d; hall %d",
        SQ_VERSION, SQ_BUILD_COMMIT, SQ_FORMAT_VERSION, SQ_GAME_NOTE_FORMAT, SQ_BUNDLE_VERSION,
        SQ_HALL_VERSION);
    return text;
}
