// does: has sixteen children keep 160 MiB in pairs of sockets
// needs: cgroup
// end: memory
#include <stdlib.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    static char block[4096];
    for (int i = 0; i < 16; i++) {
        if (fork()) continue;
        for (long kept = 0; kept < 10 << 20; ) {
            int pair[2];
            if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) _exit(3);
            for (int end = 0; end < 2; end++)
                for (ssize_t n; (n = write(pair[end], block, sizeof block)) > 0; ) kept += n;
        }
        sleep(1);
        _exit(0);
    }
    for (int i = 0; i < 16; i++) {
        int status;
        wait(&status);
        if (status) return 4;
    }
    return 0;
}
