// does: keeps 40 MiB in memory files that it does not map; if it cannot, in its own memory
// needs: cgroup
// end: exited 0
// memory: 40MiB to 48MiB
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 40; i++) {
        int fd = memfd_create("hidden", 0);
        if (fd < 0) memset(malloc(1 << 20), 1, 1 << 20);
        else if (write(fd, block, sizeof block) != sizeof block) return 3;
    }
    return 0;
}
