// does: tries to write to /tmp, /run and /dev
// needs: files
// end: exited 0
// output: refused refused refused
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *folders[] = {"/tmp", "/run", "/dev"};
    for (int i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folders[i], argc > 1 ? argv[1] : "dlxjudge-hostile");
        FILE *file = fopen(path, "w");
        printf(i ? " %s" : "%s", file ? "written" : "refused");
        if (file) unlink(path);
    }
    puts("");
    return 0;
}
