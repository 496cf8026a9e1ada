# Pictures with their truth: that they are scored rightly, and what is seen in them.
add_test(NAME scenes/score-agrees
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/score_agrees.py $<TARGET_FILE:squint> ${SQ_SHARED})
set_tests_properties(scenes/score-agrees PROPERTIES SKIP_RETURN_CODE 77)

# What is seen in them, with the camera from a file and from the mat.
foreach(camera file mat)
  foreach(set sample shared)
    set(scenes_sample ${CMAKE_SOURCE_DIR}/datasets/scenes)
    set(scenes_shared ${SQ_SHARED}/scenes)
    add_test(NAME scenes/see-${set}-by-${camera}
             COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/see_scenes.py $<TARGET_FILE:squint>
                     ${scenes_${set}} ${camera})
    set_tests_properties(scenes/see-${set}-by-${camera} PROPERTIES SKIP_RETURN_CODE 77)
  endforeach()
endforeach()

# The camera from the mat in them, against the one that they were drawn with.
add_executable(camera_from_mat ${CMAKE_CURRENT_LIST_DIR}/camera_from_mat.c)
target_link_libraries(camera_from_mat PRIVATE sq_datasets PkgConfig::CMOCKA)
target_compile_definitions(camera_from_mat PRIVATE SQ_SOURCE_DIR="${CMAKE_SOURCE_DIR}" SQ_SHARED_DIR="${SQ_SHARED}")
add_test(NAME scenes/camera-from-mat COMMAND camera_from_mat)

# The lens from pictures of a board.
foreach(case truth mrcal)
  add_test(NAME scenes/lens-from-board-${case}
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/lens_from_board.py $<TARGET_FILE:squint> ${SQ_SHARED}/charuco ${case})
  set_tests_properties(scenes/lens-from-board-${case} PROPERTIES SKIP_RETURN_CODE 77)
endforeach()

# The sheet of the worst faults is a picture, and is refused where it cannot be.
add_test(NAME scenes/score-worst
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/score_worst.py $<TARGET_FILE:squint>
                 ${CMAKE_SOURCE_DIR}/datasets/scenes)
# The zero test, on scenes that are drawn for it.
add_test(NAME scenes/zero COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/zero_test.py $<TARGET_FILE:squint>)
# What does not belong on a mat, drawn upon it.
add_test(NAME scenes/odd COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/odd_things.py $<TARGET_FILE:squint>)

# What makes a picture unfit, drawn anew, and the sentence that must come: causes SQUINT COUNT SEED for more of them.
add_executable(causes ${CMAKE_CURRENT_LIST_DIR}/refusal_causes.c)
target_link_libraries(causes PRIVATE sq_ui sq_naive)
add_test(NAME scenes/causes COMMAND causes $<TARGET_FILE:squint>)
# Files that are not a picture's, and those that are (bench/bench_camera_check.c tells how to draw more).
add_test(NAME scenes/camera-check COMMAND bench_camera_check --wrong 2)
