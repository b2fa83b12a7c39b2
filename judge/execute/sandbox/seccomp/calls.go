//go:build linux && (amd64 || arm64 || riscv64)

package seccomp

import "golang.org/x/sys/unix"

// allowedCalls are the system calls that every submission may make. Later tables restrict the arguments of some calls;
// the other calls may have any arguments. The run-time systems of C, C++, Go, Rust, Java, Node, Python and Perl make
// these calls, and so do ordinary shell tools. The variable old adds the calls that only one architecture has.
var allowedCalls = []uintptr{
	// reading and writing
	unix.SYS_READ, unix.SYS_READV, unix.SYS_PREAD64, unix.SYS_PREADV, unix.SYS_WRITE, unix.SYS_WRITEV,
	unix.SYS_PWRITE64, unix.SYS_PWRITEV, unix.SYS_LSEEK, unix.SYS_COPY_FILE_RANGE, unix.SYS_FSYNC, unix.SYS_FDATASYNC,
	unix.SYS_FTRUNCATE, unix.SYS_TRUNCATE, unix.SYS_DUP, unix.SYS_DUP3, unix.SYS_CLOSE, unix.SYS_PIPE2,

	// files and folders
	unix.SYS_FACCESSAT, unix.SYS_FACCESSAT2, unix.SYS_FSTAT, unix.SYS_NEWFSTATAT, unix.SYS_STATX, unix.SYS_STATFS,
	unix.SYS_FSTATFS, unix.SYS_GETDENTS64, unix.SYS_READLINKAT, unix.SYS_MKDIRAT, unix.SYS_UNLINKAT, unix.SYS_RENAMEAT2,
	unix.SYS_LINKAT, unix.SYS_SYMLINKAT, unix.SYS_CHDIR, unix.SYS_FCHDIR, unix.SYS_GETCWD, unix.SYS_UMASK,

	// waiting for files and clocks
	unix.SYS_PPOLL, unix.SYS_PSELECT6, unix.SYS_EPOLL_CREATE1, unix.SYS_EPOLL_CTL, unix.SYS_EPOLL_PWAIT,
	unix.SYS_EPOLL_PWAIT2, unix.SYS_EVENTFD2, unix.SYS_SIGNALFD4, unix.SYS_TIMERFD_CREATE, unix.SYS_TIMERFD_SETTIME,
	unix.SYS_TIMERFD_GETTIME,

	// memory
	unix.SYS_BRK, unix.SYS_MMAP, unix.SYS_MUNMAP, unix.SYS_MPROTECT, unix.SYS_MREMAP, unix.SYS_MSYNC, unix.SYS_MLOCK,
	unix.SYS_MLOCK2, unix.SYS_MUNLOCK, unix.SYS_MLOCKALL, unix.SYS_MUNLOCKALL, unix.SYS_MEMBARRIER, unix.SYS_PKEY_ALLOC,
	unix.SYS_PKEY_FREE, unix.SYS_PKEY_MPROTECT, unix.SYS_MSEAL, unix.SYS_MAP_SHADOW_STACK,

	// processes and threads
	unix.SYS_EXECVE, unix.SYS_EXECVEAT, unix.SYS_EXIT, unix.SYS_EXIT_GROUP, unix.SYS_WAIT4, unix.SYS_WAITID,
	unix.SYS_GETPID, unix.SYS_GETPPID, unix.SYS_GETTID, unix.SYS_GETPGID, unix.SYS_SETPGID, unix.SYS_GETSID,
	unix.SYS_SETSID, unix.SYS_SET_TID_ADDRESS, unix.SYS_SET_ROBUST_LIST, unix.SYS_RSEQ,
	unix.SYS_RSEQ_SLICE_YIELD, unix.SYS_FUTEX, unix.SYS_FUTEX_WAITV, unix.SYS_FUTEX_WAKE, unix.SYS_FUTEX_WAIT,
	unix.SYS_FUTEX_REQUEUE, unix.SYS_RESTART_SYSCALL,

	// signals
	unix.SYS_PIDFD_SEND_SIGNAL, unix.SYS_RT_SIGACTION, unix.SYS_RT_SIGPENDING, unix.SYS_RT_SIGPROCMASK,
	unix.SYS_RT_SIGRETURN, unix.SYS_RT_SIGSUSPEND, unix.SYS_RT_SIGTIMEDWAIT, unix.SYS_SIGALTSTACK,

	// users, limits and the machine; a program can change only its own user IDs and limits
	unix.SYS_GETUID, unix.SYS_GETEUID, unix.SYS_GETGID, unix.SYS_GETEGID, unix.SYS_GETRESUID, unix.SYS_GETRESGID,
	unix.SYS_GETGROUPS, unix.SYS_SETUID, unix.SYS_SETGID, unix.SYS_SETREUID, unix.SYS_SETREGID, unix.SYS_SETRESUID,
	unix.SYS_SETRESGID, unix.SYS_SETGROUPS, unix.SYS_SETFSUID, unix.SYS_SETFSGID, unix.SYS_CAPGET, unix.SYS_CAPSET,
	unix.SYS_GETRUSAGE, unix.SYS_TIMES, unix.SYS_UNAME, unix.SYS_SYSINFO, unix.SYS_GETCPU, unix.SYS_GETRANDOM,
	unix.SYS_GETPRIORITY, unix.SYS_IOPRIO_GET, unix.SYS_GETRLIMIT, unix.SYS_SETRLIMIT,

	// clocks and timers
	unix.SYS_CLOCK_GETTIME, unix.SYS_CLOCK_GETRES, unix.SYS_CLOCK_NANOSLEEP, unix.SYS_NANOSLEEP, unix.SYS_GETTIMEOFDAY,
	unix.SYS_GETITIMER, unix.SYS_SETITIMER, unix.SYS_TIMER_CREATE, unix.SYS_TIMER_DELETE, unix.SYS_TIMER_SETTIME,
	unix.SYS_TIMER_GETTIME, unix.SYS_TIMER_GETOVERRUN,

	// a program may read the scheduling settings of any process, but may change only its own
	unix.SYS_SCHED_YIELD, unix.SYS_SCHED_GETAFFINITY, unix.SYS_SCHED_GETATTR, unix.SYS_SCHED_GETPARAM,
	unix.SYS_SCHED_GETSCHEDULER, unix.SYS_SCHED_GET_PRIORITY_MAX, unix.SYS_SCHED_GET_PRIORITY_MIN,
	unix.SYS_SCHED_RR_GET_INTERVAL,

	// connected pairs of sockets; a program can make no other sockets
	unix.SYS_RECVFROM, unix.SYS_RECVMSG, unix.SYS_RECVMMSG, unix.SYS_SHUTDOWN, unix.SYS_GETSOCKOPT,
	unix.SYS_GETSOCKNAME, unix.SYS_GETPEERNAME, unix.SYS_SETSOCKOPT, unix.SYS_SENDMSG, unix.SYS_SENDMMSG,

	// memory that belongs to no address space; only a cgroup counts it
	unix.SYS_MEMFD_CREATE, unix.SYS_SENDFILE, unix.SYS_SPLICE, unix.SYS_TEE,
}

// ownFileCalls change the mode, owner and times of files. They are harmless if a program sees only its own folder and
// read-only mounts. Landlock does not restrict these calls, so under Landlock the filter refuses them.
var ownFileCalls = []uintptr{
	unix.SYS_FCHMOD, unix.SYS_FCHMODAT, unix.SYS_FCHMODAT2, unix.SYS_FCHOWN, unix.SYS_FCHOWNAT, unix.SYS_UTIMENSAT,
}

// ipcCalls make objects that outlive their program and hold memory. They are allowed if the run has an IPC namespace,
// which ends with the run.
var ipcCalls = []uintptr{
	unix.SYS_SHMGET, unix.SYS_SHMAT, unix.SYS_SHMDT, unix.SYS_SHMCTL, unix.SYS_SEMGET, unix.SYS_SEMOP,
	unix.SYS_SEMTIMEDOP, unix.SYS_SEMCTL, unix.SYS_MSGGET, unix.SYS_MSGSND, unix.SYS_MSGRCV, unix.SYS_MSGCTL,
	unix.SYS_MQ_OPEN, unix.SYS_MQ_UNLINK, unix.SYS_MQ_TIMEDSEND, unix.SYS_MQ_TIMEDRECEIVE, unix.SYS_MQ_NOTIFY,
	unix.SYS_MQ_GETSETATTR,
}

const (
	namespaceFlags = unix.CLONE_NEWNS | unix.CLONE_NEWCGROUP | unix.CLONE_NEWUTS | unix.CLONE_NEWIPC |
		unix.CLONE_NEWUSER |
		unix.CLONE_NEWPID | unix.CLONE_NEWNET
	refusedClone = namespaceFlags | unix.CLONE_UNTRACED | unix.CLONE_PTRACE | unix.CLONE_PARENT
)

// signalCalls are the calls whose first argument says which process or thread gets a signal. They are allowed unless
// that is the helper. The kernel also accepts a thread's number instead of its process's number. Other ways to choose
// a receiver, such as F_SETOWN, are refused.
var signalCalls = []uintptr{
	unix.SYS_KILL, unix.SYS_TKILL, unix.SYS_TGKILL, unix.SYS_RT_SIGQUEUEINFO, unix.SYS_RT_TGSIGQUEUEINFO,
	unix.SYS_PIDFD_OPEN,
}

// conditionalCalls are allowed only with certain arguments. Masks leave out the bits that do not matter.
var conditionalCalls = []conditional{
	// A new process must report its end by SIGCHLD, as in all run-time systems, and must not hide from its tracer.
	// Threads must share their open files, because the helper looks for the pipes of a conversation in one thread only.
	{call: unix.SYS_CLONE, when: [][]test{
		{{arg: 0, mask: refusedClone | unix.CLONE_THREAD | unix.CLONE_FILES, is: unix.CLONE_THREAD | unix.CLONE_FILES}},
		{{arg: 0, mask: refusedClone | 0xff, is: uint32(unix.SIGCHLD)}},
	}},
	{call: unix.SYS_CLOSE_RANGE, error: unix.EINVAL, when: [][]test{{{arg: 2, mask: unix.CLOSE_RANGE_UNSHARE, is: 0}}}},
	// each program asks to be traced as it starts
	{call: unix.SYS_PTRACE, when: [][]test{{{arg: 0, is: unix.PTRACE_TRACEME}}}},
	{call: unix.SYS_PRLIMIT64, when: [][]test{{{arg: 0, is: 0}}}},
	{call: unix.SYS_SCHED_SETAFFINITY, when: [][]test{{{arg: 0, is: 0}}}},
	{call: unix.SYS_SCHED_SETATTR, when: [][]test{{{arg: 0, is: 0}}}},
	{call: unix.SYS_SCHED_SETPARAM, when: [][]test{{{arg: 0, is: 0}}}},
	// Mono sets the normal scheduling policy for each thread, by thread ID. That policy does no harm to other
	// processes.
	{call: unix.SYS_SCHED_SETSCHEDULER, when: [][]test{{{arg: 0, is: 0}}, {{arg: 1, is: unix.SCHED_NORMAL}}}},
	{call: unix.SYS_SETPRIORITY, when: [][]test{{{arg: 0, is: unix.PRIO_PROCESS}, {arg: 1, is: 0}}}},
	{call: unix.SYS_IOPRIO_SET, when: [][]test{{{arg: 0, is: 1}, {arg: 1, is: 0}}}}, // IOPRIO_WHO_PROCESS

	// A datagram socket could send to other sockets.
	{call: unix.SYS_SOCKETPAIR, when: [][]test{
		{{arg: 0, is: unix.AF_UNIX}, {arg: 1, mask: 0xf, is: unix.SOCK_STREAM}},
		{{arg: 0, is: unix.AF_UNIX}, {arg: 1, mask: 0xf, is: unix.SOCK_SEQPACKET}},
	}},
	{call: unix.SYS_SENDTO, when: [][]test{{{arg: 4, is: 0}, {arg: 4, high: true, is: 0}}}},

	{call: unix.SYS_MKNODAT, when: [][]test{
		{{arg: 2, mask: unix.S_IFMT, is: unix.S_IFIFO}}, {{arg: 2, mask: unix.S_IFMT, is: unix.S_IFREG}},
		{{arg: 2, mask: unix.S_IFMT, is: 0}},
	}},
	{call: unix.SYS_PERSONALITY, when: anyOf(0, 0, addrNoRandomize, 0xffffffff)},

	// no locks or leases, because programs that run at the same time share files; no F_SETOWN, because it can signal
	// other processes
	{call: unix.SYS_FCNTL, error: unix.EINVAL, when: append(anyOf(1, unix.F_DUPFD, unix.F_DUPFD_CLOEXEC, unix.F_GETFD,
		unix.F_SETFD,
		unix.F_GETFL, unix.F_GETOWN, unix.F_GETPIPE_SZ, unix.F_GET_SEALS, unix.F_ADD_SEALS),
		[]test{{arg: 1, is: unix.F_SETFL}, {arg: 2, mask: unix.O_DIRECT, is: 0}})},
	{call: unix.SYS_IOCTL, error: unix.ENOTTY, when: anyOf(1, unix.TCGETS, unix.TIOCGWINSZ, unix.TIOCGPGRP, fionread,
		fionbio, fioclex, fionclex)},
	{call: unix.SYS_PRCTL, error: unix.EINVAL, when: anyOf(0, unix.PR_SET_PDEATHSIG, unix.PR_GET_PDEATHSIG,
		unix.PR_SET_DUMPABLE, unix.PR_GET_DUMPABLE, unix.PR_SET_NAME, unix.PR_GET_NAME, unix.PR_GET_KEEPCAPS,
		unix.PR_GET_SECCOMP, unix.PR_CAPBSET_READ, unix.PR_SET_TIMERSLACK, unix.PR_GET_TIMERSLACK,
		unix.PR_SET_CHILD_SUBREAPER, unix.PR_GET_CHILD_SUBREAPER, unix.PR_SET_NO_NEW_PRIVS, unix.PR_GET_NO_NEW_PRIVS,
		unix.PR_SET_THP_DISABLE, unix.PR_GET_THP_DISABLE,
		// not PR_SET_VMA, which names mappings: each name takes memory that no cgroup counts
		unix.PR_SVE_GET_VL, unix.PR_GET_TAGGED_ADDR_CTRL)},
}

// residencyCalls are refused if they would query or evict pages of the system's files. The pages in memory show what
// earlier programs have read. For the same reason, mincore and cachestat always fail. openat2 always fails,
// because the filter cannot see its flags. fadvise and readahead succeed but do nothing (see absentCalls). SECURITY.md
// says what page faults, timing and low memory still show.
var residencyCalls = []conditional{
	{call: unix.SYS_PREADV2, error: unix.EOPNOTSUPP, when: [][]test{{{arg: 5, mask: ^uint32(plainIO), is: 0}}}},
	{call: unix.SYS_PWRITEV2, error: unix.EOPNOTSUPP, when: [][]test{{{arg: 5, mask: ^uint32(plainIO), is: 0}}}},
	{call: unix.SYS_MADVISE, error: unix.EINVAL, when: anyOf(2, unix.MADV_DONTNEED, unix.MADV_FREE, unix.MADV_HUGEPAGE,
		unix.MADV_NOHUGEPAGE, unix.MADV_NORMAL, unix.MADV_RANDOM, unix.MADV_SEQUENTIAL, unix.MADV_WILLNEED,
		unix.MADV_REMOVE, unix.MADV_DONTFORK, unix.MADV_DOFORK, unix.MADV_DONTDUMP, unix.MADV_DODUMP,
		unix.MADV_WIPEONFORK, unix.MADV_KEEPONFORK, unix.MADV_POPULATE_READ, unix.MADV_POPULATE_WRITE,
		unix.MADV_DONTNEED_LOCKED, madvGuardInstall, madvGuardRemove)},
}

// plainIO are the flags of preadv2 and pwritev2 that do not depend on the page cache: RWF_HIPRI, RWF_DSYNC, RWF_SYNC
// and RWF_APPEND.
const plainIO = 0x1 | 0x2 | 0x4 | 0x10

// openCalls are the calls that open files. These calls must not bypass the page cache.
var openCalls = []conditional{{call: unix.SYS_OPENAT, error: unix.EINVAL, when: [][]test{{cached(2)}}}}

// truncatingCalls replace openCalls under Landlock before version 3 (Linux 6.2), and forbid truncate. Landlock before
// version 3 does not restrict truncate at all, and allows O_TRUNC on any readable file.
var truncatingCalls = []conditional{{call: unix.SYS_TRUNCATE}, {call: unix.SYS_OPENAT, when: opens(2)}}

// cached returns a test of open's flags, which are in the argument with the index arg. The test succeeds if the flags
// do not bypass the page cache.
func cached(arg int) test { return test{arg: arg, mask: unix.O_DIRECT, is: 0} }

// opens is like cached. In addition, open may truncate a file only if it opens the file for writing, which Landlock
// checks.
func opens(arg int) [][]test {
	return [][]test{
		{cached(arg), {arg: arg, mask: unix.O_TRUNC, is: 0}},
		{cached(arg), {arg: arg, mask: unix.O_ACCMODE, is: unix.O_WRONLY}},
		{cached(arg), {arg: arg, mask: unix.O_ACCMODE, is: unix.O_RDWR}},
	}
}

// hugePageCalls must not take reserved huge pages, which the judge's memory figures do not count.
var hugePageCalls = []conditional{
	{call: unix.SYS_MMAP, error: unix.ENOMEM, when: [][]test{{{arg: 3, mask: unix.MAP_HUGETLB, is: 0}}}},
	{call: unix.SYS_MEMFD_CREATE, error: unix.ENOSYS, when: [][]test{{{arg: 1, mask: unix.MFD_HUGETLB, is: 0}}}},
}

// hugeSharedCalls restrict ipcCalls for the same reason as hugePageCalls.
var hugeSharedCalls = []conditional{
	{call: unix.SYS_SHMGET, error: unix.ENOSYS, when: [][]test{{{arg: 2, mask: shmHugePages, is: 0}}}},
}

const (
	shmHugePages                         = 0o4000                         // SHM_HUGETLB, <linux/shm.h>
	addrNoRandomize                      = 0x0040000                      // <linux/personality.h>
	fionread, fionbio, fioclex, fionclex = 0x541b, 0x5421, 0x5451, 0x5450 // <asm-generic/ioctls.h>
	madvGuardInstall, madvGuardRemove    = 102, 103                       // <asm-generic/mman-common.h>, Linux 6.13
)

// absentCalls fail as they would on a kernel that was built without them, or on a file system that lacks them. Run-time
// systems and libraries are prepared for these errors. Calls with error 0 succeed and do nothing. Calls that are in no
// table fail with EPERM; if they are newer than Linux 5.0, they fail with ENOSYS.
var absentCalls = map[uintptr]unix.Errno{
	unix.SYS_FADVISE64: 0, unix.SYS_READAHEAD: 0, unix.SYS_MINCORE: unix.ENOSYS, unix.SYS_OPENAT2: unix.ENOSYS,
	unix.SYS_USERFAULTFD: unix.ENOSYS, unix.SYS_ADD_KEY: unix.ENOSYS, unix.SYS_REQUEST_KEY: unix.ENOSYS,
	unix.SYS_KEYCTL: unix.ENOSYS,
	unix.SYS_BPF:    unix.ENOSYS, unix.SYS_PERF_EVENT_OPEN: unix.ENOSYS, unix.SYS_SECCOMP: unix.ENOSYS,
	unix.SYS_INOTIFY_INIT1: unix.ENOSYS, unix.SYS_FANOTIFY_INIT: unix.ENOSYS, unix.SYS_IO_SETUP: unix.ENOSYS,
	unix.SYS_FLOCK:  unix.ENOSYS,
	unix.SYS_SHMGET: unix.ENOSYS, unix.SYS_SEMGET: unix.ENOSYS, unix.SYS_MSGGET: unix.ENOSYS,
	unix.SYS_MQ_OPEN: unix.ENOSYS,
	// Each memory policy takes kernel memory, which no cgroup counts. Kernels without NUMA lack these calls.
	unix.SYS_MBIND: unix.ENOSYS, unix.SYS_SET_MEMPOLICY: unix.ENOSYS, unix.SYS_GET_MEMPOLICY: unix.ENOSYS,
	unix.SYS_MIGRATE_PAGES: unix.ENOSYS, unix.SYS_MOVE_PAGES: unix.ENOSYS,
	// one byte of a huge page in a pipe keeps the whole page in memory, and no cgroup counts the page
	unix.SYS_VMSPLICE:  unix.ENOSYS,
	unix.SYS_FALLOCATE: unix.EOPNOTSUPP, // posix_fallocate then writes the blocks itself, under the limit on file size
	unix.SYS_SETXATTR:  unix.EOPNOTSUPP, unix.SYS_LSETXATTR: unix.EOPNOTSUPP, unix.SYS_FSETXATTR: unix.EOPNOTSUPP,
	unix.SYS_GETXATTR: unix.EOPNOTSUPP, unix.SYS_LGETXATTR: unix.EOPNOTSUPP, unix.SYS_FGETXATTR: unix.EOPNOTSUPP,
	unix.SYS_LISTXATTR: unix.EOPNOTSUPP, unix.SYS_LLISTXATTR: unix.EOPNOTSUPP, unix.SYS_FLISTXATTR: unix.EOPNOTSUPP,
	unix.SYS_REMOVEXATTR: unix.EOPNOTSUPP, unix.SYS_LREMOVEXATTR: unix.EOPNOTSUPP,
	unix.SYS_FREMOVEXATTR: unix.EOPNOTSUPP,
}

// firstNewCall was added in Linux 5.1. From this call on, all architectures number system calls in the same way.
const firstNewCall = unix.SYS_PIDFD_SEND_SIGNAL
