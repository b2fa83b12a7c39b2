// does: sets its CPU affinity to all cores and computes in two threads for ten seconds
// end: cpu
// limits: cpu=150ms
// flags: -pthread
#define _GNU_SOURCE
#include <pthread.h>
#include <sched.h>
#include <time.h>

static void *compute(void *nothing) {
    time_t end = time(0) + 10;
    while (time(0) < end) { }
    return nothing;
}

int main(void) {
    cpu_set_t all;
    CPU_ZERO(&all);
    for (int core = 0; core < 64; core++) CPU_SET(core, &all);
    sched_setaffinity(0, sizeof all, &all);
    pthread_t other;
    pthread_create(&other, 0, compute, 0);
    compute(0);
    return 0;
}
