// does: gives each page of its address space a name and a policy, in eight processes, which takes memory of the kernel
// needs: filter
// limits: processes=32 memory=256MiB
// end: exited 0
// output: 0 described
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#ifndef PR_SET_VMA
#define PR_SET_VMA 0x53564d41
#define PR_SET_VMA_ANON_NAME 0
#endif
#define PAGES 16000

int main(void) {
    int *described = mmap(0, 8 * sizeof *described, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (described == MAP_FAILED) return 3;
    for (int i = 0; i < 8; i++) {
        if (fork()) continue;
        char *pages = mmap(0, PAGES << 12, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
        if (pages == MAP_FAILED) return 4;
        for (long page = 0; page < PAGES; page += 2) {
            char name[80];
            unsigned long node = 1;
            char *at = pages + (page << 12);
            snprintf(name, sizeof name, "page %070ld", page);
            described[i] += !prctl(PR_SET_VMA, PR_SET_VMA_ANON_NAME, at, 4096, name);
            described[i] += !syscall(SYS_mbind, at, 4096, 1 /* MPOL_PREFERRED */, &node, 64, 0);
        }
        _exit(0);
    }
    int sum = 0;
    for (int i = 0; i < 8; i++) wait(0);
    for (int i = 0; i < 8; i++) sum += described[i];
    printf("%d described\n", sum);
    return 0;
}
