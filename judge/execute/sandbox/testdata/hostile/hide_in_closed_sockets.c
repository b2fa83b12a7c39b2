// does: has eight children keep 80 MiB in one-byte packets whose senders are closed; only a second thread keeps the sockets open
// needs: cgroup
// flags: -pthread
// end: memory
#include <pthread.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

static void *keep(void *none) {
    for (int i = 0; i < 100; i++) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_NONBLOCK, 0, pair)) _exit(3);
        while (send(pair[1], "x", 1, 0) > 0) { }
        close(pair[1]);
    }
    sleep(1);
    _exit(0);
}

int main(void) {
    for (int i = 0; i < 8; i++) {
        if (fork()) continue;
        pthread_t thread;
        if (pthread_create(&thread, 0, keep, 0)) _exit(4);
        pthread_exit(0);
    }
    for (int i = 0; i < 8; i++) {
        int status;
        wait(&status);
        if (status) return 5;
    }
    return 0;
}
