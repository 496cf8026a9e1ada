# A hall with a real broker on loopback (Debian's mosquitto; without it the tests say so and are skipped). simulated_tables plays many
# tables by position. The measures: hall_under_load.py.
add_executable(simulated_tables ${CMAKE_CURRENT_LIST_DIR}/simulated_tables.c)
target_link_libraries(simulated_tables PRIVATE sq_ui PkgConfig::CMOCKA)
function(hall_test name case)
  add_test(NAME hall/${name} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/hall_test.py $<TARGET_FILE:squint>
                                     $<TARGET_FILE:simulated_tables> ${CMAKE_SOURCE_DIR} Halls.${case})
  set_tests_properties(hall/${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()
hall_test(copies test_copies_are_equal_and_shown)
hall_test(losses test_what_was_missed_comes_afterwards)
hall_test(left test_games_that_ended_while_no_hall_was_there)
hall_test(owed test_a_game_whose_end_nobody_heard_comes_with_the_next)
hall_test(amended test_a_stored_game_that_is_amended_is_owed_again)
hall_test(later test_what_is_amended_while_it_is_owed_stays_owed)
hall_test(asked test_what_is_asked_is_known_after_a_restart)
hall_test(pictures test_pictures_are_asked_for_and_kept_small)
hall_test(payloads test_payloads_are_as_documented)
hall_test(foreign test_what_is_stale_or_foreign_changes_nothing)
hall_test(words test_an_umpire_answers_from_the_hall)
hall_test(will test_a_will_that_comes_late_does_not_stay)
hall_test(moved test_a_game_that_goes_on_as_another_table_is_a_new_one)
hall_test(access test_the_access_list_lets_each_speak_for_itself_alone)
hall_test(encrypted test_a_broker_is_spoken_to_encrypted)
hall_test(full test_a_full_disk_loses_nothing)
hall_test(two test_two_halls_of_one_name_hear_of_each_other)
hall_test(reasons test_why_a_broker_is_not_reached_is_told)
hall_test(silent test_a_hall_ends_though_its_broker_says_nothing)
hall_test(memory test_what_is_no_memory_of_a_hall_is_left_alone)
# What a hall keeps: in SQLite, and on a PostgreSQL server that the test starts itself.
foreach(case a_tournament_in_sqlite a_tournament_in_postgresql a_server_that_goes_away_in_postgresql a_server_that_stands_still_in_postgresql
        what_a_file_may_not_say a_file_of_before_is_taken_over
        games_that_come_late_are_in_their_order a_file_of_two_halls_is_taken_over a_database_of_before_in_postgresql what_a_server_cannot_read_in_postgresql other_games_and_books_without_points)
  add_test(NAME hall/${case} COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/results_test.py $<TARGET_FILE:squint>
                                     ${CMAKE_SOURCE_DIR} Results.test_${case})
  set_tests_properties(hall/${case} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()
