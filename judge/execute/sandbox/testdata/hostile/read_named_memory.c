// does: only reads /dev/shm, and looks whether the run before did
// needs: ipc
// runs: 3
// end: exited 0
// output: nothing there
#include <dirent.h>
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat folder;
    if (stat("/dev/shm", &folder)) return 3;
    DIR *dir = opendir("/dev/shm");
    while (readdir(dir)) { }
    int read = folder.st_atim.tv_sec != folder.st_mtim.tv_sec || folder.st_atim.tv_nsec != folder.st_mtim.tv_nsec;
    puts(read ? "it was read" : "nothing there");
    return 0;
}
