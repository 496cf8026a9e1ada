# The sample game judged as a user does it, against its truth.
# The game that `mat` judges is there for all tests that need one: FIXTURES_REQUIRED judged_game.
set(judged_game ${CMAKE_BINARY_DIR}/judged/game)
foreach(case file mat pictures bad dark)
  add_test(NAME replays/referee-${case}
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/referee.py $<TARGET_FILE:squint>
                   ${CMAKE_SOURCE_DIR}/datasets/game ${case} ${judged_game})
endforeach()
set_tests_properties(replays/referee-mat PROPERTIES FIXTURES_SETUP judged_game)
set_tests_properties(replays/referee-dark PROPERTIES FIXTURES_REQUIRED judged_game)

# A game of half the size and length, for what needs a game on video, whatever is played in it: FIXTURES_REQUIRED judged_short_game.
set(short_game ${CMAKE_SOURCE_DIR}/datasets/short_game)
set(judged_short_game ${CMAKE_BINARY_DIR}/judged/short_game)
add_test(NAME replays/referee-sentences
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/referee.py $<TARGET_FILE:squint>
                 ${short_game} sentences ${judged_short_game})
set_tests_properties(replays/referee-sentences PROPERTIES FIXTURES_SETUP judged_short_game)

# A game's folder: killed and resumed, a full disk, evidence.
add_test(NAME replays/game-folder
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/game_folder.py $<TARGET_FILE:squint> ${judged_game})
set_tests_properties(replays/game-folder PROPERTIES FIXTURES_REQUIRED judged_game)

# Drawn games through the whole referee; by the hundred: ./dev test --games 100
add_executable(drawn_games ${CMAKE_CURRENT_LIST_DIR}/drawn_games.c ${CMAKE_CURRENT_LIST_DIR}/through_codec.c)
target_link_libraries(drawn_games PRIVATE sq_ui PkgConfig::CMOCKA PkgConfig::GST)
add_executable(test_through_codec ${CMAKE_CURRENT_LIST_DIR}/test_through_codec.c ${CMAKE_CURRENT_LIST_DIR}/through_codec.c)
target_link_libraries(test_through_codec PRIVATE sq_ui PkgConfig::CMOCKA PkgConfig::GST)
add_test(NAME replays/through-codec COMMAND test_through_codec)
add_test(NAME replays/drawn-games COMMAND drawn_games --games 1 --first 1 --shots 8 --size 1280x720 --hold)
# The same with what goes wrong with videos (datasets/film/video_faults.h): what is said of it, once, and that it is asked, not guessed.
function(troubled_game name shots)
  add_test(NAME replays/drawn-${name} COMMAND drawn_games --games 1 --first 2 --shots ${shots} --size 1280x720 --trouble ${name}
                                              ${ARGN})
endfunction()
troubled_game(bump 2 --from 16.5 --hold --says "has moved" --says "found anew from the mat, and rulings go on")
troubled_game(lamp 2 --from 16.5 --until 19 --none-wrong --says "The light is gone" --says "rulings go on")
troubled_game(refocus 2 --from 16.5 --none-wrong --says "The picture is blurred")
troubled_game(flicker 2 --from 8 --until 18 --hold)
troubled_game(drops 2 --hold --says "frames are missing" --says "frames were missing")
troubled_game(pause 2 --from 18 --hold --says "there are no pictures for 60.1 s" --says "was this all?" --says "HELD")
troubled_game(cut 2 --from 16.75 --until 18.0833 --none-wrong --says "The picture jumps" --says "HELD")
troubled_game(resolution 3 --from 17 --none-wrong --says "size has changed; the camera is found anew" --says "only 5.")
troubled_game(turned 3 --from 17 --none-wrong --says "The picture is upside down")
troubled_game(late 5 --from 21.4 --none-wrong --says "under way already")
# A rung of the ladder of films as cameras make them (datasets/film/film_degradation.h), through a real codec: ./dev test --games 10 --ladder
# climbs them all.
add_test(NAME replays/drawn-dark COMMAND drawn_games --games 1 --first 2 --shots 2 --size 1280x720 --rung dark --none-wrong)

# The umpire's words while a game is refereed, two writers, and what is killed in the middle of a word.
# The whole proof: umpires_words.py SQUINT VIDEO --sync --words 1000, and --kills 200.
add_test(NAME replays/words
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/umpires_words.py $<TARGET_FILE:squint>
                 ${short_game}/game.mp4 --words 40 --kills 4 --window 1.5 --judged ${judged_short_game})
set_tests_properties(replays/words PROPERTIES FIXTURES_REQUIRED judged_short_game)
# By pictures, for the thread sanitizer alone: other builds are done with them before many words are said.
if(SQ_TSAN)
  add_test(NAME replays/words-threads
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/umpires_words.py $<TARGET_FILE:squint>
                   ${CMAKE_SOURCE_DIR}/datasets/scenes --words 60 --threads)
endif()
