// does: forks eight generations of processes that all stay
// alone: it uses up the number of processes for its user, which all programs of a judge without root share
// end: exited 0 or exited 7
// limits: processes=20 memory=256MiB
#include <unistd.h>

int main(void) {
    pid_t first = getpid();
    for (int level = 0; level < 8; level++)
        if (fork() < 0) return 7;
    if (getpid() != first) { alarm(10); pause(); }
    return 0;
}
