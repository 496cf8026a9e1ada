# What ./dev golden builds in several ways and compares; no test by itself. Of ui/ it needs two files, so that no other is built.
add_executable(golden EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/golden.c ${CMAKE_SOURCE_DIR}/ui/game/position_json_write.c ${CMAKE_SOURCE_DIR}/ui/words/json_text.c)
target_link_libraries(golden PRIVATE sq_datasets sq_calib)
target_compile_definitions(golden PRIVATE SQ_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
