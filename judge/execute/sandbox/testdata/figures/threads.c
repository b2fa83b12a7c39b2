/* 60 ms in main, 20 empty threads, and 20 ms in each of three that run at once. */
#include <pthread.h>
#include <stdio.h>
#include <time.h>

static void compute(clockid_t clock, int ms) {
    struct timespec now;
    do clock_gettime(clock, &now);
    while (now.tv_sec * 1000 + now.tv_nsec / 1000000 < ms);
}

static void *empty(void *argument) { return argument; }

static void *busy(void *argument) {
    compute(CLOCK_THREAD_CPUTIME_ID, 20);
    return argument;
}

int main(void) {
    compute(CLOCK_PROCESS_CPUTIME_ID, 60);
    for (int i = 0; i < 20; i++) {
        pthread_t thread;
        pthread_create(&thread, 0, empty, 0);
        pthread_join(thread, 0);
    }
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, busy, 0);
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
    puts("done");
    return 0;
}
