// does: makes an untraced process with clone3, or one that is its parent's child, and computes there; if it cannot, in itself
// needs: filter cgroup
// limits: cpu=150ms
// end: cpu
#define _GNU_SOURCE
#include <sched.h>
#include <stdint.h>
#include <time.h>
#include <unistd.h>

static void compute(void) {
    time_t end = time(0) + 10;
    while (time(0) < end) { }
    _exit(0);
}

int main(void) {
    uint64_t flags[] = {CLONE_PARENT | CLONE_UNTRACED, CLONE_UNTRACED, CLONE_PARENT};
    for (int i = 0; i < 3; i++) {
        uint64_t arguments[11] = {flags[i]};
        long pid = syscall(435, arguments, sizeof arguments);
        if (pid == 0) compute();
        if (pid < 0) continue;
        sleep(10);
        return 0;
    }
    compute();
}
