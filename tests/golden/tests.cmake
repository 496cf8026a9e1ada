# What ./dev golden builds in several ways and compares; no test by itself.
add_executable(golden EXCLUDE_FROM_ALL ${CMAKE_CURRENT_LIST_DIR}/golden.c)
target_link_libraries(golden PRIVATE sq_ui)
target_compile_definitions(golden PRIVATE SQ_SOURCE_DIR="${CMAKE_SOURCE_DIR}")
