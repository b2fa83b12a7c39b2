// does: tries to change the mode, the times, the owner and the attributes of a secret file of the judge's user
// needs: files filter
// args: secret
// end: exited 0
// output: refused refused refused refused
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *secret = argv[argc - 1];
    struct timespec old[2] = {{1, 0}, {1, 0}};
    printf("%s ", chmod(secret, 0666) < 0 ? "refused" : "changed");
    printf("%s ", utimensat(AT_FDCWD, secret, old, 0) < 0 ? "refused" : "changed");
    printf("%s ", chown(secret, -1, getgid()) < 0 ? "refused" : "changed");
    puts(setxattr(secret, "user.x", "y", 1, 0) < 0 ? "refused" : "changed");
    return 0;
}
