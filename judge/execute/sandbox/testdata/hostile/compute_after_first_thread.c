// does: computes for 150 ms in its first thread and, after that has ended, for as long in another; without hostile intent
// limits: cpu=400ms
// flags: -pthread
// end: exited 0
#include <pthread.h>
#include <stdlib.h>
#include <time.h>

static void *other(void *first) {
    pthread_join(*(pthread_t *)first, 0);
    while (clock() < CLOCKS_PER_SEC / 10 * 3) { }
    exit(0);
}

int main(void) {
    static pthread_t first, second;
    first = pthread_self();
    pthread_create(&second, 0, other, &first);
    while (clock() < CLOCKS_PER_SEC / 20 * 3) { }
    pthread_exit(0);
}
