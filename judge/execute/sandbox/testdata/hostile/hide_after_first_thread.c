// does: ends its first thread and then touches 40 MiB in another, for less than a millisecond
// end: exited 0
// flags: -pthread
// memory: 40MiB to 64MiB
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

static void *other(void *unused) {
    usleep(30000);
    char *block = mmap(0, 40 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, 1, 40 << 20);
    munmap(block, 40 << 20);
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_exit(0);
}
