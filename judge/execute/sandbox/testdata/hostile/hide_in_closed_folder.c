// does: writes 15 MiB to files beside a folder that nobody may read, and then to files in a folder that it closes
// limits: output=4MiB
// end: output
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    static char name[20], block[1 << 20];
    mkdir("a", 0);
    if (mkdir("b", 0700) || mkdir("b/c", 0700) || chdir("b/c")) return 3;
    for (int i = 0; i < 5; i++) {
        sprintf(name, "%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0);
        for (int k = 0; k < 3; k++) write(file, block, sizeof block);
        close(file);
    }
    umask(0777);
    mkdir("../a", 0777);
    return 0;
}
