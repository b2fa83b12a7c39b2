// does: makes system calls that no submission needs, and some that would be allowed with other arguments
// needs: filter
// end: exited 0
// output: all refused
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

static int failures;
static char buffer[4096];

static void refused(int error, const char *name, long result) {
    if (result == -1 && errno == error) return;
    printf("%s: %ld, errno %d, want %d\n", name, result, errno, error);
    failures++;
}

int main(void) {
    refused(ENOSYS, "io_uring_setup", syscall(425, 8, buffer));
    refused(ENOSYS, "open_tree", syscall(428, -100, "/", 1));
    refused(ENOSYS, "pidfd_getfd", syscall(438, 0, 0, 0));
    refused(ENOSYS, "process_madvise", syscall(440, 0, buffer, 1, 4, 0));
    refused(ENOSYS, "memfd_secret", syscall(447, 0));
    refused(ENOSYS, "a call of the future", syscall(999));
    refused(ENOSYS, "io_setup", syscall(SYS_io_setup, 8, buffer));
    refused(ENOSYS, "userfaultfd", syscall(SYS_userfaultfd, 0));
    refused(ENOSYS, "inotify_init1", syscall(SYS_inotify_init1, 0));
    refused(ENOSYS, "fanotify_init", syscall(SYS_fanotify_init, 0, 0));
    refused(ENOSYS, "perf_event_open", syscall(SYS_perf_event_open, buffer, 0, -1, -1, 0));
    refused(ENOSYS, "bpf", syscall(SYS_bpf, 0, buffer, 64));
    refused(ENOSYS, "seccomp", syscall(SYS_seccomp, 2, 0, buffer));
    refused(EPERM, "unshare", syscall(SYS_unshare, 0));
    refused(EPERM, "setns", syscall(SYS_setns, 0, 0));
    refused(EPERM, "mount", syscall(SYS_mount, "none", ".", "tmpfs", 0, 0));
    refused(EPERM, "process_vm_readv", syscall(SYS_process_vm_readv, getppid(), buffer, 0, buffer, 0, 0));
    refused(EPERM, "ptrace", syscall(SYS_ptrace, 16, getppid(), 0, 0));
    refused(EPERM, "kcmp", syscall(SYS_kcmp, getpid(), getpid(), 0, 0, 0));
    refused(ENOSYS, "vmsplice", syscall(SYS_vmsplice, 1, buffer, 1, 0));
    refused(EINVAL, "close_range CLOSE_RANGE_UNSHARE", syscall(436, 90, 100, 2));
    refused(ENOSYS, "move_pages", syscall(SYS_move_pages, 0, 0, 0, 0, 0, 0));
    refused(ENOSYS, "migrate_pages", syscall(SYS_migrate_pages, 0, 64, buffer, buffer));
    refused(ENOSYS, "mbind", syscall(SYS_mbind, buffer, 4096, 0, 0, 0, 0));
    refused(ENOSYS, "set_mempolicy", syscall(SYS_set_mempolicy, 0, 0, 0));
    refused(ENOSYS, "get_mempolicy", syscall(SYS_get_mempolicy, 0, 0, 0, 0, 0));
    refused(EPERM, "name_to_handle_at", syscall(SYS_name_to_handle_at, -100, ".", buffer, buffer, 0));
    refused(EPERM, "quotactl", syscall(SYS_quotactl, 0, 0, 0, 0));
    refused(EPERM, "sync", syscall(SYS_sync));
    refused(EPERM, "syslog", syscall(SYS_syslog, 10, 0, 0));
    refused(EPERM, "bind", syscall(SYS_bind, 0, buffer, 2));
    refused(EPERM, "connect", syscall(SYS_connect, 0, buffer, 2));
    refused(EPERM, "sendto an address", syscall(SYS_sendto, 0, buffer, 1, 0, buffer, 2));
    refused(EPERM, "personality", syscall(SYS_personality, 0x0400000)); /* READ_IMPLIES_EXEC */
    refused(EINVAL, "prctl PR_SET_MM", syscall(SYS_prctl, 35, 1, 0, 0, 0));
    refused(EINVAL, "fcntl F_SETPIPE_SZ", syscall(SYS_fcntl, 1, 1031, 1 << 20));
    refused(EINVAL, "fcntl F_SETOWN", syscall(SYS_fcntl, 0, 8, 1));
    refused(ENOTTY, "ioctl FS_IOC_SETFLAGS", syscall(SYS_ioctl, 1, 0x40086602, buffer));
    refused(EOPNOTSUPP, "fsetxattr", syscall(SYS_fsetxattr, 2, "user.left", "x", 1, 0));
    if (!failures) puts("all refused");
    return 0;
}
