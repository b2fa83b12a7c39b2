// does: opens 30 pipes and 30 pairs of sockets that hold nothing, also in children, which end while others live
// end: exited 0
// memory: 500KiB to 5MiB
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    int ends[2];
    for (int i = 0; i < 30; i++)
        if (pipe(ends) || socketpair(AF_UNIX, SOCK_STREAM, 0, ends)) return 3;
    for (int i = 0; i < 4; i++)
        if (!fork()) {
            usleep(50000 * i);
            _exit(0);
        }
    usleep(250000);
    while (wait(0) > 0) { }
    return 0;
}
