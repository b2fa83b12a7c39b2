// does: ends its first thread and touches 160 MiB in another
// end: exited 0
// flags: -pthread
// output: touched
// memory: 160MiB to 162MiB
// limits: memory=256MiB
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *touch(void *unused) {
    usleep(50000); /* until the first thread is gone */
    char *block = malloc(160 << 20);
    memset(block, 1, 160 << 20);
    puts(block[99] == 1 ? "touched" : "lost");
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, touch, NULL);
    pthread_exit(NULL);
}
