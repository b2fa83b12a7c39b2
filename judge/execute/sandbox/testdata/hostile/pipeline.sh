# does: runs a pipeline of other programs; a script without hostile intent
# input: 3 1 2
# end: exited 0
# output: 1 2 3
tr ' ' '\n' | sort -n | tr '\n' ' ' | sed 's/ $//'
