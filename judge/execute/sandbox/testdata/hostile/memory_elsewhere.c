// does: tries to write to /tmp, unless that is its own folder, and to /run and /dev
// needs: files
// end: exited 0
// output: refused refused refused
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *folders[] = {"/tmp", "/run", "/dev"};
    struct stat own, there;
    if (stat(".", &own)) return 3;
    for (int i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folders[i], argc > 1 ? argv[1] : "dlxjudge-hostile");
        int same = !stat(folders[i], &there) && there.st_ino == own.st_ino && there.st_dev == own.st_dev;
        FILE *file = same ? 0 : fopen(path, "w");
        printf(i ? " %s" : "%s", file ? "written" : "refused");
        if (file) unlink(path);
    }
    puts("");
    return 0;
}
