# does: leaves a process in the background
# end: exited 0
# output: done
# uncontained: as above
sleep 60 &
echo done
