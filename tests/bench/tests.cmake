# bench/bench_NAME.c is a program that times something and prints the figures; ./dev bench runs it.
file(GLOB benches CONFIGURE_DEPENDS ${CMAKE_CURRENT_LIST_DIR}/bench_*.c)
foreach(source ${benches})
  get_filename_component(name ${source} NAME_WE)
  add_executable(${name} ${source})
  target_link_libraries(${name} PRIVATE sq_ui sq_naive)
  target_compile_definitions(${name} PRIVATE SQ_SOURCE_DIR="${CMAKE_SOURCE_DIR}" SQ_SHARED_DIR="${SQ_SHARED}")
endforeach()

add_executable(ablate ${CMAKE_CURRENT_LIST_DIR}/ablate.c) # what each stage is worth; ./dev ablate runs it
target_link_libraries(ablate PRIVATE sq_ui)
set(some_scenes ${CMAKE_CURRENT_BINARY_DIR}/some_scenes) # each is looked at once for each stage that is left out
foreach(scene hand_006 piles_005 pot_004)
  foreach(ending jpg json)
    configure_file(${CMAKE_SOURCE_DIR}/datasets/scenes/${scene}.${ending} ${some_scenes}/${scene}.${ending} COPYONLY)
  endforeach()
endforeach()
add_test(NAME bench/ablate COMMAND ablate ${some_scenes})
set_tests_properties(bench/ablate PROPERTIES PASS_REGULAR_EXPRESSION
                     "some_scenes: 3 pictures.*\\(all stages\\) .*\noverlap_order .*\nno difference:.* second_pot")

add_executable(ladder ${CMAKE_CURRENT_LIST_DIR}/eye_ladder.c) # how well it sees worse pictures; ./dev ablate --ladder
target_link_libraries(ladder PRIVATE sq_ui)
add_test(NAME bench/ladder COMMAND ladder --rungs dark ${CMAKE_SOURCE_DIR}/datasets/scenes)
set_tests_properties(bench/ladder PROPERTIES PASS_REGULAR_EXPRESSION
                     "7 pictures.*\ndark +99.38 +100.00 ")
