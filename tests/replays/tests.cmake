# The sample game judged as a user does it, against its truth.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
foreach(case file mat pictures bad)
  add_test(NAME replays/referee-${case}
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/referee.py $<TARGET_FILE:squint>
                   ${CMAKE_SOURCE_DIR}/datasets/game ${case})
endforeach()
