# does: traps the signals that end it, and waits
# end: wall
# limits: wall=300ms
trap '' TERM INT HUP QUIT
i=0
while [ $i -lt 100 ]; do sleep 0.5; i=$((i + 1)); done
