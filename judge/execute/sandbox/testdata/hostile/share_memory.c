// does: shares 20 MiB with five children, which all use it at once
// end: exited 0
// output: 105
// memory: 20MiB to 40MiB
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    long size = 20 << 20;
    char *block = mmap(0, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (block == MAP_FAILED) return 5;
    memset(block, 7, size);
    for (int i = 0; i < 5; i++) {
        if (fork()) continue;
        int sum = 0;
        for (long at = 0; at < size; at += 4096) sum += block[at];
        block[i] = 21 * (sum > 0);
        usleep(300000);
        _exit(0);
    }
    int sum = 0;
    for (int i = 0; i < 5; i++) wait(0);
    for (int i = 0; i < 5; i++) sum += block[i];
    printf("%d\n", sum);
    return 0;
}
