# does: opens /dev/stdin and /dev/stdout, as scripts do; a script without hostile intent
# needs: files
# input: hello
# end: exited 0
# output: hello
# stderr: complaint
cat /dev/stdin > /dev/stdout
echo complaint > /dev/stderr
