function __fogline
    set -l words (commandline -opc) (commandline -ct)
    fogline completion words $words[2..-1] 2>/dev/null
end
complete -c fogline -a '(__fogline)'
