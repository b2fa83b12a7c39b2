// does: ends its first thread and slowly allocates without end in another
// end: memory
// flags: -pthread
// memory: 64MiB to 200MiB
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *allocate(void *unused) {
    usleep(50000); /* until the first thread is gone */
    for (int i = 0; i < 200; i++) { /* MiB: where it ends if nothing stops it */
        memset(malloc(1 << 20), 1, 1 << 20);
        usleep(10000);
    }
    puts("not stopped");
    exit(0);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, allocate, NULL);
    pthread_exit(NULL);
}
