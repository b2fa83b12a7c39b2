// does: touches 40 MiB and calls exec in a second thread, which takes the place of the traced one
// end: exited 0
// flags: -pthread
// memory: 40MiB to 64MiB
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void *other(void *unused) {
    char *block = malloc(40 << 20);
    memset(block, 1, 40 << 20);
    execl("/bin/true", "true", (char *)0);
    exit(4);
}

int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    pthread_join(thread, 0);
    return 5;
}
