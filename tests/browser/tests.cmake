# The pages, by a browser. Chromium and its driver are Debian's; without them the tests say that they were skipped.
add_executable(rest_pictures ${CMAKE_CURRENT_LIST_DIR}/rest_pictures.c)
target_link_libraries(rest_pictures PRIVATE sq_vision PkgConfig::JANSSON)
add_executable(film_as_camera ${CMAKE_CURRENT_LIST_DIR}/film_as_camera.c)
target_link_libraries(film_as_camera PRIVATE sq_vision)
add_test(NAME browser/phone COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/phone_test.py $<TARGET_FILE:squint>
                                    ${CMAKE_SOURCE_DIR}/datasets/game - $<TARGET_FILE:film_as_camera>)
add_test(NAME browser/phone-refusals COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/phone_refusals_test.py $<TARGET_FILE:squint>
                                             ${CMAKE_SOURCE_DIR}/datasets/scenes/slight-squop_004.jpg)
set_tests_properties(browser/phone PROPERTIES SKIP_RETURN_CODE 77)
add_executable(sideless_mat ${CMAKE_CURRENT_LIST_DIR}/sideless_mat.c)
target_link_libraries(sideless_mat PRIVATE sq_calib sq_vision PkgConfig::JANSSON)
set(rests ${CMAKE_CURRENT_BINARY_DIR}/rests)
file(MAKE_DIRECTORY ${rests})
add_test(NAME browser/rests COMMAND rest_pictures ${CMAKE_SOURCE_DIR}/datasets/game/game.mp4
                                    ${CMAKE_SOURCE_DIR}/datasets/game/game.truth.jsonl ${rests} 9 17)
set_tests_properties(browser/rests PROPERTIES FIXTURES_SETUP rests)
add_test(NAME browser/sideless COMMAND sideless_mat ${rests}/11.jpg ${CMAKE_SOURCE_DIR}/datasets/game/camera.json ${rests}/sideless)
set_tests_properties(browser/sideless PROPERTIES FIXTURES_REQUIRED rests FIXTURES_SETUP sideless)
add_test(NAME browser/camera COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/camera_test.py $<TARGET_FILE:squint>
                                     ${CMAKE_SOURCE_DIR}/datasets/game ${rests} ${rests}/sideless)
set_tests_properties(browser/camera PROPERTIES FIXTURES_REQUIRED "rests;sideless" SKIP_RETURN_CODE 77)
add_test(NAME browser/scripts COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/scripts_test.py - - -)
set_tests_properties(browser/scripts PROPERTIES SKIP_RETURN_CODE 77)
foreach(name game connection looks hall ended)
  add_test(NAME browser/${name} # Debian's own Python, for which its selenium is
           COMMAND /usr/bin/python3 -B ${CMAKE_CURRENT_LIST_DIR}/${name}_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}/datasets/game
                   ${rests})
  set_tests_properties(browser/${name} PROPERTIES FIXTURES_REQUIRED rests SKIP_RETURN_CODE 77)
endforeach()
