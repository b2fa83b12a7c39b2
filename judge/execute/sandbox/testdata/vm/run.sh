#!/bin/sh
# Runs the sandbox's tests in a virtual machine that has cgroups of version 2 only: as root, and as a user with a
# delegated subtree, as systemd-run --user --scope makes it. The virtual machine reads this machine's root file system,
# and writes to memory. Arguments go to the test binary, such as -test.run '^TestCells$'. With --needs, run.sh starts
# nothing, and fails unless the tests can run here without emulation, which takes hours.
#
#   KERNEL     folder with boot/vmlinuz-VERSION and lib/modules/VERSION (default /, for the installed kernels)
#   ACCEL      QEMU's accelerator (default kvm if the processor has it and this user may use it; else tcg, emulation)
#   TIME       seconds after which the machine is stopped (default 3600)
set -eu
here=$(cd "$(dirname "$0")" && pwd)
package=$(dirname "$(dirname "$here")")/contain
kernel=$(cd "${KERNEL:-/}" && pwd)

missing=
for command in qemu-system-x86_64 busybox cpio go gcc setpriv; do
	command -v $command >/dev/null || missing="$missing $command"
done
if [ -n "$missing" ]; then
	echo "test-vm needs$missing; on Debian: apt-get install qemu-system-x86 busybox-static cpio golang gcc util-linux" >&2
	exit 2
fi
image=$(ls "$kernel"/boot/vmlinuz-* 2>/dev/null | sort -V | tail -n 1)
modules=$kernel/lib/modules/${image##*/vmlinuz-}
if ! [ -r "$image" ] || ! [ -d "$modules" ]; then
	cat >&2 <<-END
	test-vm needs a kernel in /boot, with its modules in /lib/modules, that this user can read
	The kernel need not be installed. On Debian:
	    apt-get download "\$(apt-cache depends linux-image-amd64 | sed -n 's/.*Depends: //p' | head -n 1)"
	    dpkg-deb -x linux-image-*.deb kernel
	    make test-vm KERNEL=kernel
	END
	exit 2
fi
if [ -z "${ACCEL:-}" ]; then
	ACCEL=tcg,thread=multi
	if grep -q -E '^flags.* (vmx|svm)' /proc/cpuinfo && [ -w /dev/kvm ]; then ACCEL=kvm; fi
fi
if [ "${1:-}" = --needs ]; then
	[ "$ACCEL" = kvm ] && exit
	echo "test-vm needs KVM in CI: emulation takes too long" >&2
	exit 2
fi
slowdown=1
case $ACCEL in tcg*) slowdown=20 ;; esac # the factor by which programs may take longer

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
mkdir "$work/hostile" "$work/root" "$work/root/modules"
echo "building the tests and the hostile programs"
cd "$package"
go test -c -o "$work/sandbox.test" .
DLXJUDGE_HOSTILE=$work/hostile "$work/sandbox.test" -test.run '^TestCells$/^none$' >"$work/build" || { # builds them, and runs none
	cat "$work/build"
	exit 1
}
# In the machine it takes minutes to compile Go's standard library, so both caches of it are filled here.
GOCACHE=$work/cache/go-build go build -o /dev/null ../testdata/runtimes/all.go
XDG_CACHE_HOME=$work/cache "$work/sandbox.test" -test.run '^TestContained$/^Landlock$/^compilers$/^Go$' >"$work/build" || {
	cat "$work/build"
	exit 1
}
printf '%s\n' "$@" >"$work/arguments"

# The initramfs holds busybox, and the modules for mounting this machine's root file system. A module that is not found
# is a part of the kernel, or of another module.
cp "$(command -v busybox)" "$work/root/busybox"
cp "$here/init.sh" "$work/root/init"
chmod 755 "$work/root/init"
for name in virtio virtio_ring virtio_pci_legacy_dev virtio_pci_modern_dev virtio_pci netfs fscache 9pnet 9pnet_virtio 9p overlay; do
	file=$(find "$modules/kernel" -name "$name.ko*" | head -n 1)
	case $file in
	*.ko) cat "$file" ;;
	*.xz) xz -dc "$file" ;;
	*.zst) zstd -dcq "$file" ;;
	*) continue ;;
	esac >"$work/root/modules/$name.ko"
done
(cd "$work/root" && find . | cpio -o -H newc --quiet) >"$work/initramfs"

echo "starting ${image##*/} with $ACCEL"
status=0
timeout --foreground "${TIME:-3600}" qemu-system-x86_64 -accel "$ACCEL" -cpu max -smp 2 -m 4G -nodefaults -nographic -no-reboot \
	-serial stdio -serial "file:$work/status" \
	-virtfs local,path=/,mount_tag=host,security_model=none,readonly=on,multidevs=remap \
	-kernel "$image" -initrd "$work/initramfs" \
	-append "console=ttyS0 quiet panic=-1 cgroup_no_v1=all tests=$work script=$here/tests.sh package=$package slowdown=$slowdown" </dev/null || status=$?
if [ "$status" -ne 0 ]; then
	echo "the machine ended with status $status (124: stopped after ${TIME:-3600} s)" >&2
	exit 1
fi
if ! [ -s "$work/status" ]; then
	echo "the machine ended before the tests did" >&2
	exit 1
fi
exit "$(tr -dc 0-9 <"$work/status")"
