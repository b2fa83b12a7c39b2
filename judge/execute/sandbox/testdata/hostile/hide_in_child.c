// does: ignores SIGCHLD and touches 40 MiB in a child that ends at once
// needs: cgroup
// end: exited 0
// memory: 40MiB to 64MiB
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) {
        memset(malloc(40 << 20), 1, 40 << 20);
        _exit(0);
    }
    wait(0);
    return 0;
}
