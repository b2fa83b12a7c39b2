// does: ends its first thread, and touches 40 MiB in another one
// end: exited 0
// flags: -pthread
// output: touched
// memory: 40MiB to 42MiB
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *touch(void *unused) {
    usleep(50000); /* until the first thread is gone */
    char *block = malloc(40 << 20);
    memset(block, 1, 40 << 20);
    puts(block[99] == 1 ? "touched" : "lost");
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, touch, NULL);
    pthread_exit(NULL);
}
