# Games that earlier versions kept are read by this one; newer ones are refused.
add_test(NAME upgrade/games
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/upgrade_test.py $<TARGET_FILE:squint>)
