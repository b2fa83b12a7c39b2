// does: leaves a mode, a time, flags, a position, attributes and blocks on its standard error, and looks for those of the run before
// runs: 3
// end: exited 0
// output: nothing there
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <sys/xattr.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct stat at;
    char value[8];
    fstat(2, &at);
    int found = 0;
    if ((at.st_mode & 07777) != 0600) { found++; puts("a mode"); }
    if (at.st_mtime < time(0) - 3600) { found++; puts("a time"); }
    if (fcntl(2, F_GETFL) & O_NONBLOCK) { found++; puts("a flag"); }
    if (lseek(2, 0, SEEK_CUR) > 0) { found++; puts("a position"); }
    if (fgetxattr(2, "user.left", value, sizeof value) >= 0) { found++; puts("an attribute"); }
    if (at.st_blocks || at.st_size) { found++; puts("blocks"); }
    if (!found) puts("nothing there");
    fallocate(2, FALLOC_FL_KEEP_SIZE, 0, 1 << 20);
    fsetxattr(2, "user.left", "x", 1, 0);
    lseek(2, 77, SEEK_SET);
    fcntl(2, F_SETFL, O_NONBLOCK | O_WRONLY);
    struct timespec old[2] = {{1, 0}, {1, 0}};
    futimens(2, old);
    fchmod(2, 0644);
    return 0;
}
