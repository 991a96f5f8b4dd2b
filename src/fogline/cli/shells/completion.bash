_fogline() {
    local IFS=$'\n'
    COMPREPLY=($(fogline completion words "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null))
}
complete -o default -F _fogline fogline
