// does: takes 64 MiB in huge pages, which neither cgroups nor the kernel's figures of its memory count
// limits: memory=16MiB
// end: exited 0
// output: refused refused
#define _GNU_SOURCE
#include <stdio.h>
#include <string.h>
#include <sys/ipc.h>
#include <sys/mman.h>
#include <sys/shm.h>

int main(void) {
    char *block = mmap(0, 64 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB, -1, 0);
    printf("%s ", block == MAP_FAILED ? "refused" : "taken");
    if (block != MAP_FAILED) memset(block, 1, 64 << 20);
    puts(shmget(IPC_PRIVATE, 64 << 20, IPC_CREAT | SHM_HUGETLB | 0600) < 0 ? "refused" : "taken");
    return 0;
}
