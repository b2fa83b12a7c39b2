// does: keeps 30 MiB in the queues of pairs of sockets
// needs: cgroup
// end: exited 0
// memory: 30MiB to 64MiB
#include <fcntl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    static char block[4096];
    long kept = 0;
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    while (kept < 30 << 20) {
        int pair[2];
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) return 3;
        for (int end = 0; end < 2; end++)
            for (ssize_t n; kept < 30 << 20 && (n = write(pair[end], block, sizeof block)) > 0; ) kept += n;
    }
    return 0;
}
