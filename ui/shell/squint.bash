# Completion of squint for bash: asks squint itself, which knows its options, games, cameras and books.
_squint() {
    local word=${COMP_WORDS[COMP_CWORD]} words=("${COMP_WORDS[@]:1:COMP_CWORD}") line
    if [[ ${COMP_WORDBREAKS} == *=* ]]; then # "--book = x" is one word to squint
        if [[ $word == = && $COMP_CWORD -gt 1 ]]; then
            words=("${COMP_WORDS[@]:1:COMP_CWORD-2}" "${COMP_WORDS[COMP_CWORD - 1]}=")
            word=
        elif [[ ${COMP_WORDS[COMP_CWORD - 1]} == = && $COMP_CWORD -gt 2 ]]; then
            words=("${COMP_WORDS[@]:1:COMP_CWORD-3}" "${COMP_WORDS[COMP_CWORD - 2]}=$word")
        fi
    fi
    COMPREPLY=()
    while IFS=$'\t' read -r line _; do
        COMPREPLY+=("$line")
    done < <(squint complete "${words[@]}" 2>/dev/null)
    if [[ $word != -* && $COMP_CWORD -gt 1 ]]; then
        while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$word")
        compopt -o filenames 2>/dev/null
    fi
    [[ ${#COMPREPLY[@]} -eq 1 && ${COMPREPLY[0]} == *= ]] && compopt -o nospace 2>/dev/null
    return 0
}
complete -F _squint squint
