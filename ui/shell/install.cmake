# Manual pages and completion are installed beside the program.
set(from ${CMAKE_SOURCE_DIR}/ui/shell)
install(FILES ${from}/squint.bash DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions RENAME squint)
install(FILES ${from}/_squint DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
install(FILES ${from}/squint.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)

# The pages are written by the program itself. A cross build runs it by its emulator, or takes the pages of a native
# build from SQ_PAGES.
set(SQ_PAGES "" CACHE PATH "a folder with the manual pages of a native build")
install(CODE "
  set(program \"${CMAKE_CROSSCOMPILING_EMULATOR}\" \"$<TARGET_FILE:squint>\")
  list(REMOVE_ITEM program \"\")
  set(pages \"\$ENV{DESTDIR}${CMAKE_INSTALL_FULL_MANDIR}/man1\")
  set(SQ_PAGES \"${SQ_PAGES}\")
  include(${from}/manual_pages.cmake)")
