// does: tries to set the limits, the priority and the core of every other process, including the judge's helper
// needs: filter
// runs: 2
// end: exited 0
// output: nothing
#define _GNU_SOURCE
#include <sched.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void) {
    struct rlimit few = {0, 0};
    struct sched_param idle = {0};
    cpu_set_t none;
    CPU_ZERO(&none);
    CPU_SET(0, &none);
    int found = 0;
    for (int i = -1; i < 40000; i++) {
        int pid = i < 0 ? getppid() : i;
        if (pid == 0 || pid == getpid()) continue;
        found += prlimit(pid, RLIMIT_NOFILE, &few, 0) == 0;
        found += setpriority(PRIO_PROCESS, pid, 19) == 0;
        found += sched_setaffinity(pid, sizeof none, &none) == 0;
        found += sched_setscheduler(pid, SCHED_IDLE, &idle) == 0;
    }
    found += setpriority(PRIO_USER, 0, 19) == 0;
    if (found) printf("%d changes\n", found); else puts("nothing");
    return 0;
}
