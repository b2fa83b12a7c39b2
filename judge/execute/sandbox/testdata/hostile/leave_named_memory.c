// does: leaves a file, a link, a mode and times in /dev/shm, and looks for those of the run before
// needs: ipc
// runs: 4
// end: exited 0
// output: nothing there
#include <dirent.h>
#include <fcntl.h>
#include <semaphore.h>
#include <stdio.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    struct stat folder;
    struct dirent *entry;
    int found = 0;
    if (stat("/dev/shm", &folder)) return 3;
    if ((folder.st_mode & 07777) != 0700) { found++; printf("a mode: %o\n", folder.st_mode); }
    if (folder.st_mtime < 1000000000) { found++; puts("a time"); }
    if (folder.st_atim.tv_sec != folder.st_mtim.tv_sec || folder.st_atim.tv_nsec != folder.st_mtim.tv_nsec) { found++; puts("an access"); }
    DIR *dir = opendir("/dev/shm");
    while ((entry = readdir(dir)))
        if (entry->d_name[0] != '.') { found++; puts(entry->d_name); }
    sem_t *semaphore = sem_open("/left", O_CREAT, 0600, 1);
    if (semaphore == SEM_FAILED || sem_wait(semaphore)) return 4;
    if (symlink("/etc", "/dev/shm/link")) return 5;
    if (getpid() % 2) {
        struct timespec times[2] = {{1, 0}, {1, 0}};
        utimensat(AT_FDCWD, "/dev/shm", times, 0);
    }
    chmod("/dev/shm", 0777);
    if (!found) puts("nothing there");
    return 0;
}
