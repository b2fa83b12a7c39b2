// does: tries to read users, home folders, system settings and logs
// needs: files
// end: exited 0
// output: nothing
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    const char *files[] = {"/etc/passwd", "/etc/shadow", "/etc/hostname", "/proc/cmdline", "/proc/meminfo",
                           "/proc/net/tcp", "/sys/kernel/notes", "/proc/sys/kernel/hostname", "/dev/vda", "/dev/mem"};
    const char *folders[] = {"/root", "/home", "/tmp", "/var", "/sys", "/run", "/mnt", "/opt", "/srv"};
    struct stat own, there;
    int found = stat(".", &own);
    for (size_t i = 0; i < sizeof files / sizeof *files; i++)
        if (fopen(files[i], "r")) { found++; puts(files[i]); }
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        if (opendir(folders[i]) && !stat(folders[i], &there) && (there.st_ino != own.st_ino || there.st_dev != own.st_dev)) { found++; puts(folders[i]); }
    if (!found) puts("nothing");
    return 0;
}
