// does: leaves orphans that ask their new parent to trace them, stop, and call exec; the new parent must not wait for them
// end: exited 0
// output: done
#include <signal.h>
#include <sys/ptrace.h>
#include <unistd.h>

int main(void) {
    int ready[2];
    pipe(ready);
    for (int i = 0; i < 3; i++) {
        if (fork()) continue;
        if (fork()) _exit(0);
        while (getppid() != 1 && i < 100) { i++; usleep(1000); } /* until its parent is gone */
        ptrace(PTRACE_TRACEME, 0, 0, 0);
        write(ready[1], "", 1);
        raise(SIGSTOP);
        raise(SIGTRAP);
        execl("/bin/sleep", "sleep", "60", (char *)0);
        for (;;) pause();
    }
    for (int i = 0; i < 3; i++) read(ready[0], &(char){0}, 1);
    usleep(20000);
    write(1, "done\n", 5);
    return 0;
}
