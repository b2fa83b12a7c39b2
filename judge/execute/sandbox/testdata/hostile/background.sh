# does: leaves a process in the background
# end: exited 0
# output: done
sleep 60 &
echo done
