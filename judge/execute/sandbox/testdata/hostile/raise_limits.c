// does: tries to raise its priority and its limits
// end: exited 0
// output: refused refused refused
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    struct sched_param first = {.sched_priority = 1};
    struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};
    printf("%s ", setpriority(PRIO_PROCESS, 0, -20) < 0 ? "refused" : "raised");
    printf("%s ", sched_setscheduler(0, SCHED_FIFO, &first) < 0 ? "refused" : "raised");
    puts(setrlimit(RLIMIT_FSIZE, &most) < 0 ? "refused" : "raised");
    return 0;
}
