# Completion of squint for fish: asks squint itself, which knows its options, games, cameras and books.
function __squint_complete
    set -l words (commandline -opc) (commandline -ct)
    squint complete $words[2..-1] 2>/dev/null
end
complete -c squint -n 'test (count (commandline -opc)) -eq 1' -f
complete -c squint -a '(__squint_complete)'
