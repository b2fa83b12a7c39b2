// does: tries to write beside its folder, beside its executable, and to world-writable folders
// needs: files
// end: exited 0
// output: nothing written
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *mark = argc > 1 ? argv[1] : "dlxjudge-hostile";
    const char *folders[] = {"..", "../..", "/", "/tmp", "/var/tmp", "/usr", "/usr/bin", "/etc", "/dev", "/program", "/proc"};
    struct stat own, there;
    int written = stat(".", &own);
    for (int i = 0; i < 11; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folders[i], mark);
        if (!stat(folders[i], &there) && there.st_ino == own.st_ino && there.st_dev == own.st_dev) continue; /* a link */
        FILE *file = fopen(path, "w");
        if (file) { written++; puts(path); unlink(path); }
    }
    if (!written) puts("nothing written");
    return 0;
}
