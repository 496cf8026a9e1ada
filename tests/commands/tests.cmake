# Wrong arguments, files that are none, disks that are full: each command says what is wrong, and what to do.
add_test(NAME commands/faults
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/faults_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}/datasets)

# Nothing of the user's is overwritten, by no option of no command.
add_test(NAME commands/outputs
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/outputs_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}/datasets)

# Names on sheets, options that are misspelt, help, colours, files that look like something else.
add_test(NAME commands/terminal
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/terminal_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR}/datasets)

# The menu's entry: the umpire's page in the desktop's browser.
add_test(NAME commands/console
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/console_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR})

# A passage of a game in one file.
add_test(NAME commands/bundle COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/bundle_test.py $<TARGET_FILE:squint>)

# Manual pages and completion name what --help names.
add_test(NAME commands/pages
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/manual_and_completion_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR})

# What the service of a table starts: a game, or the one that was begun before a fault.
add_test(NAME commands/service
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/service_test.py ${CMAKE_BINARY_DIR}/squint@.service ${CMAKE_INSTALL_FULL_BINDIR}/squint)

# What the README shows as printed is printed.
add_test(NAME commands/readme
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/readme_test.py $<TARGET_FILE:squint> ${CMAKE_SOURCE_DIR})
