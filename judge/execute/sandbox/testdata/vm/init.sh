#!/busybox sh
# The first process of the virtual machine. It mounts the host's root file system, keeps all writes in memory, and runs
# tests.sh there.
/busybox mkdir -p /bin /proc /host /memory /new
/busybox --install -s /bin
export PATH=/bin
for pass in 1 2 3 4; do # a module cannot be loaded before those that it needs
	for module in /modules/*.ko; do
		insmod "$module" 2>/dev/null && rm "$module"
	done
done
mount -t proc proc /proc
mount -t 9p -o trans=virtio,version=9p2000.L,msize=262144,cache=loose,ro host /host || exec poweroff -f
mount -t tmpfs -o mode=755,size=2g memory /memory
mkdir /memory/upper /memory/work
mount -t overlay -o lowerdir=/host,upperdir=/memory/upper,workdir=/memory/work overlay /new || exec poweroff -f
for word in $(cat /proc/cmdline); do
	case $word in
	tests=*) tests=${word#*=} ;;
	script=*) script=${word#*=} ;;
	package=*) package=${word#*=} ;;
	slowdown=*) slowdown=${word#*=} ;;
	esac
done
umount /proc
exec switch_root /new /bin/sh "$script" "$tests" "$package" "$slowdown"
