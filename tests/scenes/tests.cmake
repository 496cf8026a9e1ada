# Pictures with their truth: that they are scored rightly.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME scenes/score-agrees
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/score_agrees.py $<TARGET_FILE:squint> ${SQ_SHARED})
set_tests_properties(scenes/score-agrees PROPERTIES SKIP_RETURN_CODE 77)
