// does: tries to clone processes that nobody traces, that belong to its parent, or that have namespaces of their own
// needs: filter
// end: exited 0
// output: refused refused refused refused refused, allowed
#define _GNU_SOURCE
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

static int cloned(unsigned long flags) {
    long pid = syscall(SYS_clone, flags, 0, 0, 0, 0);
    if (pid == 0) _exit(0);
    if (pid > 0) waitpid(pid, 0, __WALL);
    return pid > 0;
}

int main(void) {
    unsigned long flags[] = {CLONE_UNTRACED | SIGCHLD, CLONE_PARENT | SIGCHLD, CLONE_NEWUSER | SIGCHLD, CLONE_NEWNS | CLONE_NEWUSER | SIGCHLD, 0};
    for (int i = 0; i < 5; i++) printf(i ? " %s" : "%s", cloned(flags[i]) ? "cloned" : "refused");
    puts(cloned(SIGCHLD) ? ", allowed" : ", refused");
    return 0;
}
