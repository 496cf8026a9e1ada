# The camera double: a plug-in of libv4l, and the folder in which libv4l finds it.
add_library(camera_double MODULE v4l2/camera_double.c)
target_include_directories(camera_double PRIVATE ${CMAKE_SOURCE_DIR})
foreach(target plugin_folder test_v4l2_source)
  if(target STREQUAL plugin_folder)
    add_library(plugin_folder MODULE v4l2/plugin_folder.c)
  else()
    target_sources(${target} PRIVATE v4l2/plugin_folder.c)
  endif()
  target_compile_definitions(${target} PRIVATE SQ_CAMERA_DOUBLE="$<TARGET_FILE:camera_double>")
  add_dependencies(${target} camera_double)
endforeach()

# A game watched live, by the program as it is.
add_executable(game_camera v4l2/game_camera.c)
target_link_libraries(game_camera PRIVATE sq_vision PkgConfig::CMOCKA)
add_test(NAME v4l2/live-game
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/live_game.py $<TARGET_FILE:squint> $<TARGET_FILE:game_camera>
                 $<TARGET_FILE:plugin_folder> ${CMAKE_SOURCE_DIR}/datasets/game ${CMAKE_CURRENT_SOURCE_DIR}/fixture/gstreamer.lsan)
set_tests_properties(v4l2/live-game PROPERTIES ENVIRONMENT
  "ASAN_OPTIONS=fast_unwind_on_malloc=0:malloc_context_size=10;LSAN_OPTIONS=suppressions=${CMAKE_CURRENT_SOURCE_DIR}/fixture/gstreamer.lsan:print_suppressions=0")
