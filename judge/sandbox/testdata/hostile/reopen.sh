# does: opens its standard files by name, as scripts do, and behaves
# needs: processes
# input: hello
# end: exited 0
# output: hello
# stderr: complaint
cat /dev/stdin > /dev/stdout
echo complaint > /dev/stderr
