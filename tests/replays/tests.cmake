# The sample game judged as a user does it, against its truth.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(case file mat pictures bad)
  add_test(NAME replays/referee-${case}
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/referee.py $<TARGET_FILE:squint>
                   ${CMAKE_SOURCE_DIR}/datasets/game ${case})
endforeach()

# A game's folder: killed and resumed, a full disk, evidence.
add_test(NAME replays/game-folder
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/game_folder.py $<TARGET_FILE:squint>
                 ${CMAKE_SOURCE_DIR}/datasets/game/game.mp4)

# Drawn games through the whole referee; by the hundred: ./dev test --games 100
add_executable(drawn_games ${CMAKE_CURRENT_LIST_DIR}/drawn_games.c)
target_link_libraries(drawn_games PRIVATE sq_ui PkgConfig::CMOCKA)
add_test(NAME replays/drawn-games COMMAND drawn_games --games 1 --first 1 --shots 8 --size 1280x720 --hold)
# The same with a camera that is pushed between two shots; other troubles: datasets/trouble.h.
add_test(NAME replays/drawn-bump COMMAND drawn_games --games 1 --first 2 --shots 2 --size 1280x720 --hold --trouble bump
                                         --from 16.5)
