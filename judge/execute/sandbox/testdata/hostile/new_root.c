// does: tries to mount, to change its root and user, and to make namespaces
// needs: processes
// end: exited 0
// output: refused refused refused refused refused
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    mkdir("d", 0700);
    printf("%s ", mount("none", "d", "tmpfs", 0, 0) < 0 ? "refused" : "mounted");
    printf("%s ", chroot("d") < 0 ? "refused" : "changed");
    printf("%s ", unshare(CLONE_NEWUSER) < 0 ? "refused" : "unshared");
    printf("%s ", unshare(CLONE_NEWNS) < 0 ? "refused" : "unshared");
    puts(umount2("/proc", MNT_DETACH) < 0 ? "refused" : "unmounted");
    return 0;
}
