// does: ignores SIGCHLD and computes in short children, one after the other
// needs: cgroup
// limits: cpu=500ms
// end: cpu
#include <signal.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (int i = 0; i < 400; i++) {
        if (fork() == 0) {
            while (clock() < CLOCKS_PER_SEC / 100) { }
            _exit(0);
        }
        wait(0);
    }
    return 0;
}
