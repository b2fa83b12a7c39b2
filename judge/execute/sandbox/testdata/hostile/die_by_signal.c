// does: dies by a signal
// signals: HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT XCPU XFSZ VTALRM PROF IO PWR SYS
#include <signal.h>
#include <stdlib.h>

int main(int argc, char **argv) {
    int number = atoi(argv[argc - 1]);
    signal(number, SIG_DFL);
    raise(number);
    return 4;
}
