// does: kills all that it can, if its parent is the init of a namespace
// needs: processes
// end: exited 0
// output: alone
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (getppid() != 1) { puts("no wall"); return 3; }
    kill(-1, SIGKILL);
    for (int pid = 1; pid < 4096; pid++)
        if (pid != getpid()) kill(pid, SIGKILL);
    puts("alone");
    return 0;
}
