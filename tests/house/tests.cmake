# The house's own rules (check_sources.py says them), and that each of its checks can fail.
add_test(NAME house/order
         COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/check_sources.py ${CMAKE_SOURCE_DIR}
                 $<TARGET_FILE:sq_rules> $<TARGET_FILE:sq_vision> $<TARGET_FILE:sq_calib>
                 $<TARGET_FILE:sq_datasets> $<TARGET_FILE:sq_ui>)
add_test(NAME house/checks-can-fail
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/house_test.py ${CMAKE_C_COMPILER})
# How many numbers there are, room by room, and that they do not grow.
add_test(NAME house/numbers COMMAND ${Python3_EXECUTABLE} ${CMAKE_CURRENT_LIST_DIR}/count_numbers.py ${CMAKE_SOURCE_DIR})
