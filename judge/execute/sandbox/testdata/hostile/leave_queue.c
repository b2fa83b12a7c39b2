// does: leaves a message queue and nothing else, and looks for that of the run before
// needs: ipc
// runs: 2
// end: exited 0
// output: nothing there
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/msg.h>

int main(void) {
    struct msqid_ds queue;
    puts(msgctl(0, MSG_STAT, &queue) < 0 ? "nothing there" : "a queue");
    msgget(0x646c78, IPC_CREAT | 0600);
    return 0;
}
