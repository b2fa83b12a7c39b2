// does: kills all processes that it can, if its parent is the init process of a PID namespace
// needs: processes
// end: exited 0
// output: alone
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (getppid() != 1) { puts("not isolated"); return 3; }
    kill(-1, SIGKILL);
    for (int pid = 1; pid < 4096; pid++)
        if (pid != getpid()) kill(pid, SIGKILL);
    puts("alone");
    return 0;
}
