#!/bin/sh
# Runs in the virtual machine as its first process: makes cgroups as systemd does, and runs the tests below them.
#   tests.sh FOLDER PACKAGE PATIENCE   FOLDER holds sandbox.test, the hostile programs and the arguments
tests=$1 package=$2 slowdown=$3
user=1000
export PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin:/usr/local/go/bin

mount -t proc proc /proc
mount -t sysfs sysfs /sys
mount -t devtmpfs devtmpfs /dev
mkdir -p /dev/pts /dev/shm
mount -t devpts devpts /dev/pts
for dir in /dev/shm /run; do
	mount -t tmpfs -o mode=1777 tmpfs $dir
done
for home in /run/root /run/user; do
	mkdir $home
	cp -r "$tests/cache" $home/.cache
done
chown -R $user:$user /run/user
ip link set lo up 2>/dev/null || ifconfig lo up
cgroups=/sys/fs/cgroup
mount -t cgroup2 -o nsdelegate,memory_recursiveprot cgroup2 $cgroups

# enable enables the controllers for the children of the given cgroups.
enable() {
	for dir; do
		mkdir -p $dir
		echo "+cpu +memory +pids" >$dir/cgroup.subtree_control
	done
}
manager=$cgroups/user.slice/user-$user.slice/user@$user.service
enable $cgroups $cgroups/system.slice $cgroups/user.slice $cgroups/user.slice/user-$user.slice $manager $manager/app.slice
mkdir $cgroups/system.slice/root.scope $manager/app.slice/tests.scope
for dir in $manager $manager/app.slice $manager/app.slice/tests.scope; do
	chown $user:$user $dir $dir/cgroup.procs $dir/cgroup.threads $dir/cgroup.subtree_control
done

set --
while read -r argument; do
	[ -n "$argument" ] && set -- "$@" "$argument"
done <"$tests/arguments"

# run SCOPE HOME COMMAND... runs the tests in a cgroup.
status=0
run() {
	scope=$1 home=$2
	shift 2
	sh -c 'echo $$ >"$0/cgroup.procs" && cd "$1" && shift && exec "$@"' "$scope" "$package" env HOME="$home" TMPDIR="$home" \
		DLXJUDGE_HOSTILE="$tests/hostile" DLXJUDGE_SLOWDOWN="$slowdown" "$@" || status=1
}
echo "== Linux $(uname -r), as root"
run $cgroups/system.slice/root.scope /run/root "$tests/sandbox.test" -test.v "$@"
echo "== Linux $(uname -r), as a user with a delegated cgroup"
run $manager/app.slice/tests.scope /run/user setpriv --reuid=$user --regid=$user --clear-groups "$tests/sandbox.test" -test.v "$@"
echo $status >/dev/ttyS1
echo "== status $status"
sync
echo o >/proc/sysrq-trigger
sleep 60
