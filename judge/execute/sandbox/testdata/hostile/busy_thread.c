// does: computes in a thread for 60% of its time limit, which must be counted once; a program without hostile intent
// limits: cpu=1s
// flags: -pthread
// end: exited 0
// output: done
#include <pthread.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

static void *compute(void *nothing) {
    struct timespec used;
    do clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used);
    while (used.tv_sec == 0 && used.tv_nsec < 600000000);
    return nothing;
}

int main(void) {
    pthread_t thread;
    if (pthread_create(&thread, 0, compute, 0) != 0) return 3;
    pthread_join(thread, 0);
    usleep(300000); /* so that the judge samples it */
    puts("done");
    return 0;
}
