// does: computes for 100 ms, then starts 20 empty threads, and prints its CPU time; a program without hostile intent
// flags: -pthread
// end: exited 0
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static double used(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void *nothing(void *argument) { return argument; }

int main(void) {
    while (used() < 100) { }
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        if (pthread_create(&thread, 0, nothing, 0) != 0) return 3;
        pthread_join(thread, 0);
    }
    printf("cpu %f ms\n", used());
    return 0;
}
