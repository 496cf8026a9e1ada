# Wrong arguments, files that are none, disks that are full: each command says what is wrong, and what to do.
find_package(Python3 REQUIRED COMPONENTS Interpreter)
add_test(NAME commands/faults
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/faults_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}/datasets)
