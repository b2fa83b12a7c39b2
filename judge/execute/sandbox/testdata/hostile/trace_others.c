// does: tries to trace its parent, if that is the init process of a PID namespace, and asks to be traced
// needs: processes
// end: exited 0
// output: refused refused refused
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    if (getppid() != 1) { puts("not isolated"); return 3; }
    printf("%s ", ptrace(PTRACE_ATTACH, getppid(), 0, 0) < 0 ? "refused" : "attached");
    printf("%s ", ptrace(PTRACE_SEIZE, getppid(), 0, 0) < 0 ? "refused" : "seized");
    puts(ptrace(PTRACE_TRACEME, 0, 0, 0) < 0 ? "refused" : "traced");
    return 0;
}
