_fogline() {
    local -a found
    found=("${(@f)$(fogline completion words "${(@)words[2,CURRENT]}" 2>/dev/null)}")
    [[ -n "$found" ]] && compadd -- $found || _files
}
compdef _fogline fogline
