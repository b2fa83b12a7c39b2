// does: starts threads until that fails, 400 at most
// alone: it uses up the number of processes for its user, which all programs of a judge without root share
// needs: count
// end: exited 0
// output: refused
// limits: processes=30
// flags: -pthread
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void *wait_long(void *nothing) { sleep(10); return nothing; }

int main(void) {
    pthread_attr_t small;
    pthread_attr_init(&small);
    pthread_attr_setstacksize(&small, 64 << 10);
    for (int i = 0; i < 400; i++) {
        pthread_t thread;
        if (pthread_create(&thread, &small, wait_long, 0)) { puts("refused"); exit(0); }
    }
    puts("400 threads");
    exit(0);
}
