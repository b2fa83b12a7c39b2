// does: keeps 40 MiB in /dev/shm, in files that it has closed and files that have no name any more
// needs: ipc
// end: exited 0
// memory: 40MiB to 48MiB
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 20; i++) {
        char path[64];
        sprintf(path, "/dev/shm/%d", i);
        int file = open(path, O_WRONLY | O_CREAT, 0600);
        if (write(file, block, sizeof block) != sizeof block) return 3;
        close(file);
    }
    for (int i = 0; i < 20; i++) {
        int file = open("/dev/shm/open", O_WRONLY | O_CREAT | O_EXCL, 0600);
        if (write(file, block, sizeof block) != sizeof block) return 4;
        unlink("/dev/shm/open");
    }
    return 0;
}
