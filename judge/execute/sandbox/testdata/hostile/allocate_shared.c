// does: touches 512 MiB of anonymous shared memory
// end: memory
#include <string.h>
#include <sys/mman.h>

int main(void) {
    char *block = mmap(0, 512 << 20, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 5;
    memset(block, 1, 512 << 20);
    return 0;
}
