// does: leaves shared memory, a semaphore and a message queue, and looks for those of the run before
// needs: ipc
// runs: 2
// end: exited 0
// output: nothing there
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/sem.h>
#include <sys/shm.h>

int main(void) {
    key_t key = 0x646c78;
    int found = 0;
    if (shmget(key, 4096, 0) >= 0) { found++; puts("shared memory"); }
    if (semget(key, 1, 0) >= 0) { found++; puts("a semaphore"); }
    if (mq_open("/dlxjudge", O_RDONLY) >= 0) { found++; puts("a queue"); }
    shmget(key, 4096, IPC_CREAT | 0600);
    semget(key, 1, IPC_CREAT | 0600);
    mq_open("/dlxjudge", O_CREAT | O_RDWR, 0600, 0);
    if (!found) puts("nothing there");
    return 0;
}
