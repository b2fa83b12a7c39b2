// does: kills its process group, if it is the leader
// end: signaled SIGKILL
#include <signal.h>
#include <unistd.h>

int main(void) {
    if (getpgrp() != getpid()) return 3;
    kill(0, SIGKILL);
    return 4;
}
