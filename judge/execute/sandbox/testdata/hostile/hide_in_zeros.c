// does: maps 300 MiB of /dev/zero as shared memory, and fills and unmaps each MiB; if it cannot, allocates as much
// needs: cgroup
// end: memory
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define MIB (1 << 20)

int main(void) {
    int zeros = open("/dev/zero", O_RDWR);
    char *block = mmap(0, 300 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED, zeros, 0);
    if (block == MAP_FAILED) block = malloc(300 * MIB);
    for (int i = 0; i < 300; i++) {
        memset(block + i * MIB, 1, MIB);
        madvise(block + i * MIB, MIB, MADV_DONTNEED);
    }
    if (zeros < 0 || mmap(0, MIB, PROT_READ, MAP_SHARED, zeros, 0) == MAP_FAILED) memset(block, 1, 300 * MIB);
    return 0;
}
