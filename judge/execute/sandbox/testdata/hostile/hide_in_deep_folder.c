// does: writes 15 MiB to files below a chain of folders whose path is longer than PATH_MAX
// limits: output=4MiB
// end: output
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    static char name[200], block[1 << 20];
    memset(name, 'd', sizeof name - 1);
    for (int i = 0; i < 25; i++)
        if (mkdir(name, 0700) || chdir(name)) return 3;
    for (int i = 0; i < 5; i++) {
        sprintf(name, "%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0600);
        for (int k = 0; k < 3; k++) write(file, block, sizeof block);
        close(file);
    }
    return 0;
}
