# A hall with a real broker on loopback (Debian's mosquitto; without it the tests say so and are skipped). hall_tables plays many
# tables by position. The measures: hall_measure.py.
add_executable(hall_tables ${CMAKE_CURRENT_LIST_DIR}/tables.c)
target_link_libraries(hall_tables PRIVATE sq_ui PkgConfig::CMOCKA)
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME hall/hall COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/hall_test.py $<TARGET_FILE:squint>
                                $<TARGET_FILE:hall_tables> ${CMAKE_SOURCE_DIR})
set_tests_properties(hall/hall PROPERTIES SKIP_RETURN_CODE 77)
