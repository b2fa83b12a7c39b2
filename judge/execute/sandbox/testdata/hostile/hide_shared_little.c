// does: keeps 40 MiB of anonymous shared memory, with only one page of each MiB still mapped
// needs: cgroup
// end: exited 0
// memory: 40MiB to 48MiB
#include <string.h>
#include <sys/mman.h>

#define MIB (1 << 20)

int main(void) {
    for (int i = 0; i < 40; i++) {
        char *block = mmap(0, MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return 5;
        memset(block, 1, MIB);
        munmap(block, MIB - 4096);
    }
    return 0;
}
