# does: climbs out of its folder and leaves something there
# needs: files
# end: exited 0
# output: refused refused
a=refused; b=refused
(cd .. && : > dlxjudge-hostile) 2>/dev/null && a=written
(: > ../../dlxjudge-hostile) 2>/dev/null && b=written
echo $a $b
