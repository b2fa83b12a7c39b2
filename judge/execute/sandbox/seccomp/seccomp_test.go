//go:build linux && (amd64 || arm64 || riscv64)

package seccomp

import (
	"fmt"
	"math"
	"testing"

	"golang.org/x/sys/unix"
)

// A call is what a filter sees of a system call.
type call struct {
	arch, number uint32
	args         [6]uint64
}

// answer runs a filter as the kernel does and returns 0 if the call is allowed, or the error that it fails with.
func answer(filter []unix.SockFilter, c call) unix.Errno {
	var a uint32
	for i := 0; ; i++ {
		jump := func(condition bool) {
			if condition {
				i += int(filter[i].Jt)
			} else {
				i += int(filter[i].Jf)
			}
		}
		k := filter[i].K
		switch filter[i].Code {
		case bpfLoad:
			switch {
			case k == dataNumber:
				a = c.number
			case k == dataArch:
				a = c.arch
			case k >= dataArgs && k < dataArgs+8*6 && k%4 == 0:
				a = uint32(c.args[(k-dataArgs)/8] >> ((k - dataArgs) % 8 * 8))
			default:
				panic(fmt.Sprint("load of ", k))
			}
		case bpfAnd:
			a &= k
		case bpfEqual:
			jump(a == k)
		case bpfFrom:
			jump(a >= k)
		case bpfBeyond:
			jump(a > k)
		case bpfReturn:
			if k == unix.SECCOMP_RET_ALLOW {
				return 0
			}
			return unix.Errno(k & unix.SECCOMP_RET_DATA)
		default:
			panic(fmt.Sprint("operation ", filter[i].Code))
		}
	}
}

func TestFilter(t *testing.T) {
	const pass = 0x1234_5678_9abc_def0
	bare := Policy{Pass: pass}
	namespaces, truncates := Policy{Namespaces: true, Pass: pass}, Policy{Truncates: true, Pass: pass}
	guarded := Policy{Process: 5, Thread: 6, Pass: pass}
	for _, test := range []struct {
		name   string
		policy Policy
		number uintptr
		args   [6]uint64
		want   unix.Errno
	}{
		{"read", bare, unix.SYS_READ, [6]uint64{0, 1, 2}, 0},
		{"a socket", namespaces, unix.SYS_SOCKET, [6]uint64{unix.AF_NETLINK, unix.SOCK_RAW}, unix.EPERM},
		{"a pair", bare, unix.SYS_SOCKETPAIR, [6]uint64{unix.AF_UNIX, unix.SOCK_STREAM | unix.SOCK_CLOEXEC}, 0},
		{"a pair of datagrams", bare, unix.SYS_SOCKETPAIR, [6]uint64{unix.AF_UNIX, unix.SOCK_DGRAM}, unix.EPERM},
		{"a datagram to its pair", bare, unix.SYS_SENDTO, [6]uint64{3}, 0},
		{"a datagram elsewhere", bare, unix.SYS_SENDTO, [6]uint64{3, 4: 1 << 40}, unix.EPERM},
		{"a thread", bare, unix.SYS_CLONE,
			[6]uint64{unix.CLONE_VM | unix.CLONE_THREAD | unix.CLONE_FILES | unix.CLONE_SETTLS}, 0},
		{"a thread with files of its own", bare, unix.SYS_CLONE, [6]uint64{unix.CLONE_VM | unix.CLONE_THREAD},
			unix.EPERM},
		{"sockets that travel", bare, unix.SYS_SENDMSG, [6]uint64{}, 0},
		{"pages of a file in a socket", bare, unix.SYS_SPLICE, [6]uint64{}, 0},
		{"a process", bare, unix.SYS_CLONE, [6]uint64{uint64(unix.SIGCHLD) | unix.CLONE_CHILD_SETTID}, 0},
		{"a process in a namespace", namespaces, unix.SYS_CLONE, [6]uint64{uint64(unix.SIGCHLD) | unix.CLONE_NEWUSER},
			unix.EPERM},
		{"an untraced thread", bare, unix.SYS_CLONE, [6]uint64{unix.CLONE_THREAD | unix.CLONE_UNTRACED}, unix.EPERM},
		{"a process without a signal", bare, unix.SYS_CLONE, [6]uint64{}, unix.EPERM},
		{"clone3", namespaces, unix.SYS_CLONE3, [6]uint64{}, unix.ENOSYS},
		{"clone3 of the helper", Policy{IntoCgroup: true, Pass: pass}, unix.SYS_CLONE3, [6]uint64{}, 0},
		{"own limits", bare, unix.SYS_PRLIMIT64, [6]uint64{0, 7}, 0},
		{"another's limits", bare, unix.SYS_PRLIMIT64, [6]uint64{1, 7}, unix.EPERM},
		{"another's core", bare, unix.SYS_SCHED_SETAFFINITY, [6]uint64{1}, unix.EPERM},
		{"a mode under namespaces", namespaces, unix.SYS_FCHMOD, [6]uint64{}, 0},
		{"a mode without", bare, unix.SYS_FCHMOD, [6]uint64{}, unix.EPERM},
		{"shared memory under namespaces", namespaces, unix.SYS_SHMGET, [6]uint64{}, 0},
		{"shared memory that is left", bare, unix.SYS_SHMGET, [6]uint64{}, unix.ENOSYS},
		{"a file in memory", bare, unix.SYS_MEMFD_CREATE, [6]uint64{}, 0},
		{"fallocate", namespaces, unix.SYS_FALLOCATE, [6]uint64{}, unix.EOPNOTSUPP},
		{"a lock", namespaces, unix.SYS_FCNTL, [6]uint64{0, unix.F_SETLK}, unix.EINVAL},
		{"a descriptor", namespaces, unix.SYS_FCNTL, [6]uint64{0, unix.F_DUPFD_CLOEXEC}, 0},
		{"a policy for memory", namespaces, unix.SYS_MBIND, [6]uint64{}, unix.ENOSYS},
		{"a policy for all memory", namespaces, unix.SYS_SET_MEMPOLICY, [6]uint64{}, unix.ENOSYS},
		{"a name for memory", namespaces, unix.SYS_PRCTL, [6]uint64{unix.PR_SET_VMA}, unix.EINVAL},
		{"a device", namespaces, unix.SYS_MKNODAT, [6]uint64{0, 0, unix.S_IFCHR | 0o600}, unix.EPERM},
		{"a FIFO", namespaces, unix.SYS_MKNODAT, [6]uint64{0, 0, unix.S_IFIFO | 0o600}, 0},
		{"a call of the future", bare, 460 + 1000, [6]uint64{}, unix.ENOSYS},
		{"a mount", namespaces, unix.SYS_MOUNT, [6]uint64{}, unix.EPERM},
		{"a mount with the pass", namespaces, unix.SYS_MOUNT, [6]uint64{5: pass}, 0},
		{"a mount with half the pass", namespaces, unix.SYS_MOUNT, [6]uint64{5: pass & 0xffff_ffff}, unix.EPERM},
		{"tracing with the pass", bare, unix.SYS_PTRACE, [6]uint64{unix.PTRACE_CONT, 7, 5: pass}, 0},
		{"truncating", bare, unix.SYS_TRUNCATE, [6]uint64{}, 0},
		{"truncating under an old Landlock", truncates, unix.SYS_TRUNCATE, [6]uint64{}, unix.EPERM},
		{"truncating an open file", truncates, unix.SYS_FTRUNCATE, [6]uint64{}, 0},
		{"opening", truncates, unix.SYS_OPENAT, [6]uint64{2: unix.O_RDONLY | unix.O_CLOEXEC}, 0},
		{"opening and truncating", truncates, unix.SYS_OPENAT,
			[6]uint64{2: unix.O_WRONLY | unix.O_CREAT | unix.O_TRUNC}, 0},
		{"truncating what is only read", truncates, unix.SYS_OPENAT, [6]uint64{2: unix.O_RDONLY | unix.O_TRUNC},
			unix.EPERM},
		{"opening with flags in memory", truncates, unix.SYS_OPENAT2, [6]uint64{}, unix.ENOSYS},
		{"memory", namespaces, unix.SYS_MMAP, [6]uint64{3: unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, 0},
		{"huge pages", namespaces, unix.SYS_MMAP, [6]uint64{3: unix.MAP_PRIVATE | unix.MAP_ANONYMOUS | unix.MAP_HUGETLB},
			unix.ENOMEM},
		{"a file in huge pages", namespaces, unix.SYS_MEMFD_CREATE, [6]uint64{1: unix.MFD_HUGETLB}, unix.ENOSYS},
		{"shared huge pages", namespaces, unix.SYS_SHMGET, [6]uint64{2: 0o4600}, unix.ENOSYS},
		{"memory of a file", bare, unix.SYS_MMAP, [6]uint64{3: unix.MAP_SHARED, 4: 3}, 0},
		{"memory of its own", bare, unix.SYS_MMAP, [6]uint64{3: unix.MAP_PRIVATE | unix.MAP_ANONYMOUS}, 0},
		{"memory to share", bare, unix.SYS_MMAP, [6]uint64{3: unix.MAP_SHARED | unix.MAP_ANONYMOUS}, 0},
		{"reading", bare, unix.SYS_PREADV2, [6]uint64{5: 1}, 0},
		{"reading what is in memory", bare, unix.SYS_PREADV2, [6]uint64{5: unix.RWF_NOWAIT}, unix.EOPNOTSUPP},
		{"writing what leaves memory", bare, unix.SYS_PWRITEV2, [6]uint64{5: 0x80}, unix.EOPNOTSUPP},
		{"giving memory back", bare, unix.SYS_MADVISE, [6]uint64{2: unix.MADV_DONTNEED}, 0},
		{"throwing pages out", bare, unix.SYS_MADVISE, [6]uint64{2: unix.MADV_PAGEOUT}, unix.EINVAL},
		{"asking which pages are in memory", bare, unix.SYS_MINCORE, [6]uint64{}, unix.ENOSYS},
		{"reading past the cache", bare, unix.SYS_OPENAT, [6]uint64{2: unix.O_RDONLY | unix.O_DIRECT}, unix.EINVAL},
		{"and under an old Landlock", truncates, unix.SYS_OPENAT, [6]uint64{2: unix.O_RDWR | unix.O_DIRECT},
			unix.EPERM},
		{"reading past the cache later", bare, unix.SYS_FCNTL, [6]uint64{0, unix.F_SETFL, unix.O_DIRECT}, unix.EINVAL},
		{"not waiting", bare, unix.SYS_FCNTL, [6]uint64{0, unix.F_SETFL, unix.O_NONBLOCK}, 0},
		{"a signal", guarded, unix.SYS_TGKILL, [6]uint64{7, 6, 9}, 0},
		{"a signal to all", guarded, unix.SYS_KILL, [6]uint64{math.MaxUint64, 9}, 0},
		{"a signal to the helper", guarded, unix.SYS_KILL, [6]uint64{5, 9}, unix.EPERM},
		{"a signal to its thread", guarded, unix.SYS_TKILL, [6]uint64{6, 9}, unix.EPERM},
		{"a signal to its thread as a process", guarded, unix.SYS_RT_SIGQUEUEINFO, [6]uint64{1<<32 | 6, 9}, unix.EPERM},
		{"a descriptor of its thread", guarded, unix.SYS_PIDFD_OPEN, [6]uint64{6, unix.PIDFD_THREAD}, unix.EPERM},
		{"tracing", bare, unix.SYS_PTRACE, [6]uint64{unix.PTRACE_ATTACH, 7}, unix.EPERM},
	} {
		t.Run(test.name, func(t *testing.T) {
			filter := test.policy.filter()
			c := call{arch: auditArch, number: uint32(test.number), args: test.args}
			if got := answer(filter, c); got != test.want {
				t.Errorf("%v, want %v", error(got), error(test.want))
			}
			c.arch = unix.AUDIT_ARCH_I386
			if got := answer(filter, c); got != unix.ENOSYS {
				t.Errorf("of another ABI: %v", error(got))
			}
			if firstForeignCall > 0 {
				c.arch, c.number = auditArch, c.number|firstForeignCall
				if got := answer(filter, c); got != unix.ENOSYS {
					t.Errorf("of the x32 ABI: %v", error(got))
				}
			}
		})
	}
}
