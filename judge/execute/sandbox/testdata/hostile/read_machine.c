// does: tries to read users, home folders, system settings and logs
// needs: files
// end: exited 0
// output: nothing
#include <dirent.h>
#include <stdio.h>

int main(void) {
    const char *files[] = {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/cmdline", "/proc/meminfo",
                           "/proc/net/tcp", "/sys/kernel/notes", "/proc/sys/kernel/hostname", "/dev/vda", "/dev/mem"};
    const char *folders[] = {"/root", "/home", "/tmp", "/var", "/sys", "/run", "/mnt", "/opt", "/srv"};
    int found = 0;
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (fopen(files[i], "r")) { found++; puts(files[i]); }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (opendir(folders[i])) { found++; puts(folders[i]); }
    if (!found) puts("nothing");
    return 0;
}
