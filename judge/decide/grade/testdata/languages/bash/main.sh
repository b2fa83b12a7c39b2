deep() {
    if (($1 == 0)); then result=0; else deep $(($1 - 1)); result=$((result + $1)); fi
}

case $1 in
hello) echo hello ;;
sum)
    sum=0
    while read -r -a words; do
        for word in "${words[@]}"; do ((sum += word)); done
    done
    echo "$sum"
    ;;
exit) exit 3 ;;
loop) while :; do :; done ;;
memory) x=x; while :; do x=$x$x; done ;;
deep)
    deep 1000
    echo $((result + 5000050000 - 500500))
    ;;
esac
