# Doubt in every form of a game, and the formats against their schemas (docs/PROTOCOL.md).
add_test(NAME forms/doubt-and-formats
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/forms_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}
                 ${CMAKE_BINARY_DIR}/judged/game)
set_tests_properties(forms/doubt-and-formats PROPERTIES FIXTURES_REQUIRED judged_game)
add_test(NAME forms/boards
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/board_forms_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR})
