/* The commands of the program. Each has a file of its own in this folder, with one function and its own
 * --help (argp).
 *
 * A command gets its own arguments (argv[0] is "squint NAME") and returns the program's exit status: 0 for
 * success, 1 if the answer is no (a refused line, a failed check), 2 for an input or argument that cannot
 * be used, 3 for a game that is done but has open questions. */
#ifndef SQ_UI_COMMAND_COMMAND_H
#define SQ_UI_COMMAND_COMMAND_H

/* name, function, one line for people; in the order in which --help shows them */
#define SQ_COMMAND_LIST(X)                                                                               \
    X("referee", sq_command_referee, "judge a game from a video: shots, rulings, score")                 \
    X("console", sq_command_console, "open the umpire's page: of the first camera, or of a sample game") \
    X("cameras", sq_command_cameras, "list the cameras that are connected")                              \
    X("hall", sq_command_hall, "show all tables of a hall, and keep copies of their games")              \
    X("standings", sq_command_standings, "the results of a hall: standings, games, to print too")        \
    X("say", sq_command_say, "tell a game what happened, as the umpire; also while it runs")             \
    X("undo", sq_command_say, "take back the last line that a game has carried out")                     \
    X("redo", sq_command_say, "take the last undo back")                                                 \
    X("answer", sq_command_say, "answer a question of the referee")                                      \
    X("amend", sq_command_say, "correct a line of the record")                                           \
    X("insert", sq_command_say, "insert what nobody saw before a line of the record")                    \
    X("pass", sq_command_say, "the colour in turn passes")                                               \
    X("foul", sq_command_say, "call the last shot foul")                                                 \
    X("choose", sq_command_say, "what the opponents choose after a foul")                                \
    X("nominate", sq_command_say, "the colour of a free shot")                                           \
    X("automate", sq_command_say, "set how far the referee acts by itself")                              \
    X("clock", sq_command_say, "stop or start a game's time, or change its limit")                       \
    X("show", sq_command_show, "the evidence card of a ruling: pictures, millimetres, rule")             \
    X("games", sq_command_games, "list the games in a folder")                                           \
    X("rejudge", sq_command_rejudge, "decide a game again from what was stored of it")                   \
    X("bundle", sq_command_bundle, "a passage of a game in one file, for others to judge")               \
    X("export", sq_command_export, "a game as a table, as JSON, as a sheet to print")                    \
    X("calibrate", sq_command_calibrate, "find the camera from one picture of the mat")                  \
    X("board", sq_command_board, "a calibration board to print")                                         \
    X("zero", sq_command_zero, "measure the error in millimetres on winks that touch")                   \
    X("look", sq_command_look, "judge pictures of a mat: winks, squops, distances, tiddlies")            \
    X("rules", sq_command_rules, "play a game record by the rules: states, rulings, score")              \
    X("score", sq_command_score, "compare what was seen with the truth of test scenes and games")        \
    X("synth", sq_command_synth, "draw test scenes and games with their truth")

#define X(name, function, text) int function(int argc, char **argv);
SQ_COMMAND_LIST(X)
#undef X

enum { SQ_EXIT_OK = 0, SQ_EXIT_NO = 1, SQ_EXIT_INPUT = 2, SQ_EXIT_OPEN = 3 };

/* The worse of two exit statuses: open questions are less bad than a no. */
static inline int sq_exit_worse(int a, int b) {
    if (a == SQ_EXIT_OPEN) return b ? b : a;
    return b == SQ_EXIT_OPEN ? (a ? a : b) : a > b ? a : b;
}

#endif
