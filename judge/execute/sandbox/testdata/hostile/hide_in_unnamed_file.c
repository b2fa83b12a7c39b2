// does: keeps 30 MiB in a file of its folder that never had a name, so that the folder's times do not change
// needs: ipc
// limits: output=64MiB
// end: exited 0
// memory: 30MiB to 40MiB
#define _GNU_SOURCE
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    int file = open(".", O_TMPFILE | O_RDWR, 0600);
    if (file < 0) return 3;
    for (int i = 0; i < 30; i++)
        if (write(file, block, sizeof block) != sizeof block) return 4;
    usleep(300000); // until memory is sampled
    return 0;
}
