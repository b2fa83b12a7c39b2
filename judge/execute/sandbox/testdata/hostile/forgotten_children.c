// does: ignores SIGCHLD and computes in one short-lived child after another
// needs: cgroup
// end: cpu
// limits: cpu=150ms
#include <signal.h>
#include <time.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    time_t end = time(0) + 10;
    while (time(0) < end) {
        if (fork() == 0) {
            for (clock_t stop = clock() + CLOCKS_PER_SEC / 500; clock() < stop; ) { }
            _exit(0);
        }
        while (wait(0) > 0) { }
    }
    return 0;
}
