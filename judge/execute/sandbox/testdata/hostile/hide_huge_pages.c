// does: keeps 160 MiB in huge pages, of which a pipe holds one byte each; if it cannot, in its own memory
// needs: cgroup
// end: memory
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/uio.h>
#include <unistd.h>

#define HUGE (2 << 20)

int main(void) {
    for (int i = 0; i < 5; i++) {
        int ends[2];
        if (pipe(ends)) return 3;
        for (int slot = 0; slot < 16; slot++) {
            char *room = mmap(0, 2 * HUGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
            if (room == MAP_FAILED) return 4;
            char *page = (char *)(((unsigned long)room + HUGE - 1) & -(unsigned long)HUGE);
            madvise(page, HUGE, MADV_HUGEPAGE);
            *page = 1;
            struct iovec byte = {page, 1};
            if (vmsplice(ends[1], &byte, 1, 0) == 1) munmap(room, 2 * HUGE);
            else memset(room, 1, 2 * HUGE);
        }
    }
    return 0;
}
