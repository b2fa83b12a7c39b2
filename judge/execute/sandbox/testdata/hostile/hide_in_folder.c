// does: keeps 40 MiB in a file of its working folder, which is in memory
// needs: processes
// limits: output=48MiB
// end: exited 0
// memory: 40MiB to 52MiB
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    int fd = open("file", O_CREAT | O_WRONLY, 0600);
    for (int i = 0; i < 40; i++) if (write(fd, block, sizeof block) != sizeof block) return 3;
    return 0;
}
