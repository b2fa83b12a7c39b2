// does: tries to read other processes' command lines, environments, memory and files
// needs: files
// end: exited 0
// output: nothing
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    const char *what[] = {"cmdline", "environ", "mem", "maps", "status", "root/etc/passwd", "cwd/.", "fd/0"};
    int found = 0;
    for (int pid = 1; pid < 40000; pid++) {
        char folder[32];
        snprintf(folder, sizeof folder, "/proc/%d", pid);
        if (pid == getpid() || access(folder, F_OK)) continue; // most numbers are free, and each open takes long
        for (int i = 0; i < 8; i++) {
            char path[64];
            snprintf(path, sizeof path, "/proc/%d/%s", pid, what[i]);
            FILE *file = fopen(path, "r");
            if (!file) continue;
            if (!found++) puts(path);
            fclose(file);
        }
    }
    if (!found) puts("nothing");
    return 0;
}
