# Writes the commit that is built into the header TO: " (commit 1a2b3c4)", with "changed" where files differ from it, and
# nothing where FOLDER is no checkout.
set(text "")
if(EXISTS ${FOLDER}/.git)
  execute_process(COMMAND git -C ${FOLDER} describe --always --abbrev=10 --exclude=* --dirty=,\ changed OUTPUT_VARIABLE commit
                  OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
  if(NOT failed AND commit)
    set(text " (commit ${commit})")
  endif()
endif()
file(CONFIGURE OUTPUT ${TO} CONTENT "#define SQ_BUILD_COMMIT \"${text}\"\n" @ONLY)
