# Doubt in every form of a game, and the formats against their schemas (docs/PROTOCOL.md).
add_test(NAME formats/held-questions
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/formats_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}
                 ${CMAKE_BINARY_DIR}/judged/game)
set_tests_properties(formats/held-questions PROPERTIES FIXTURES_REQUIRED judged_game)
add_test(NAME formats/boards
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/board_formats_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR})
