# does: tries to leave its folder with cd .. and to write a file there
# needs: files
# end: exited 0
# output: refused refused
a=refused; b=refused
(cd .. && : > dlxjudge-hostile) 2>/dev/null && a=written
(: > ../../dlxjudge-hostile) 2>/dev/null && b=written
echo $a $b
