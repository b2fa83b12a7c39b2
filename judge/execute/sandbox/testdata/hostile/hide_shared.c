// does: fills 300 MiB of anonymous shared memory and unmaps each MiB of it, which stays in the kernel's file
// needs: cgroup
// end: memory
#include <string.h>
#include <sys/mman.h>

#define MIB (1 << 20)

int main(void) {
    char *block = mmap(0, 300 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 5;
    for (int i = 0; i < 300; i++) {
        memset(block + i * MIB, 1, MIB);
        madvise(block + i * MIB, MIB, MADV_DONTNEED);
    }
    return 0;
}
