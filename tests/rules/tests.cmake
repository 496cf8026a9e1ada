# Scripts of the rules: records whose lines say what is to be expected, run by `squint rules --check`.
function(scripts name folder)
  add_test(NAME rules/${name}
           COMMAND sh -c "ls \"$1\"/*.jsonl >/dev/null 2>&1 || { echo \"$1: absent, skipped\"; exit 77; }
exec \"$0\" rules --check \"$1\"/*.jsonl" $<TARGET_FILE:squint> ${folder})
  set_tests_properties(rules/${name} PROPERTIES SKIP_RETURN_CODE 77)
endfunction()

foreach(book etwa-2012 etwa-classic etwa-simple parker clubs crokinole)
  scripts(${book} ${CMAKE_CURRENT_LIST_DIR}/${book})
endforeach()
scripts(shared-scenarios ${SQ_SHARED}/rules-scenarios)
scripts(shared-notes ${SQ_SHARED}/rules-scenarios/notes-F-G)
scripts(shared-games ${SQ_SHARED}/rules-games)
add_test(NAME rules/command
         COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/command_test.py $<TARGET_FILE:squint>)

# A second engine, written from the books' texts by someone who had not read ours: random games must lead both to the same states.
foreach(book etwa-2012 etwa-classic etwa-simple parker)
  add_test(NAME rules/second-engine-${book}
           COMMAND ${Python3_EXECUTABLE} -B ${CMAKE_CURRENT_LIST_DIR}/second_engine/compare.py $<TARGET_FILE:squint>
                   --book ${book} --games 100 --seed 1)
endforeach()
