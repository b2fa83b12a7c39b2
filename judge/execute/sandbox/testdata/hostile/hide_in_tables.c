// does: fills 40 MiB of page tables by reading a byte of each 2 MiB
// needs: cgroup
// end: exited 0
// memory: 39MiB to 52MiB
#include <sys/mman.h>

int main(void) {
    long size = 20L << 30, step = 2 << 20, sum = 0;
    volatile char *space = mmap(0, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (space == MAP_FAILED) return 3;
    madvise((void *)space, size, MADV_NOHUGEPAGE);
    for (long at = 0; at < size; at += step) sum += space[at];
    return sum;
}
