// does: traces its parent, if that is the init of a namespace, and asks to be traced
// needs: processes
// end: exited 0
// output: refused refused refused
#include <stdio.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    if (getppid() != 1) { puts("no wall"); return 3; }
    printf("%s ", ptrace(PTRACE_ATTACH, getppid(), 0, 0) < 0 ? "refused" : "attached");
    printf("%s ", ptrace(PTRACE_SEIZE, getppid(), 0, 0) < 0 ? "refused" : "seized");
    puts(ptrace(PTRACE_TRACEME, 0, 0, 0) < 0 ? "refused" : "traced");
    return 0;
}
