// does: keeps 30 MiB in pairs of sockets that are in flight in another socket; if it cannot, in its own memory
// needs: cgroup
// limits: memory=128MiB
// end: exited 0
// memory: 30MiB to 96MiB
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    static char block[4096];
    long kept = 0;
    int carrier[2];
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, carrier)) return 3;
    while (kept < 30 << 20) {
        int pair[2];
        char space[CMSG_SPACE(sizeof pair)];
        struct iovec byte = {"x", 1};
        struct msghdr message = {.msg_iov = &byte, .msg_iovlen = 1, .msg_control = space, .msg_controllen = sizeof space};
        struct cmsghdr *control = CMSG_FIRSTHDR(&message);
        if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) return 4;
        for (int end = 0; end < 2; end++)
            for (ssize_t n; (n = write(pair[end], block, sizeof block)) > 0; ) kept += n;
        control->cmsg_level = SOL_SOCKET;
        control->cmsg_type = SCM_RIGHTS;
        control->cmsg_len = CMSG_LEN(sizeof pair);
        memcpy(CMSG_DATA(control), pair, sizeof pair);
        if (sendmsg(carrier[0], &message, 0) < 0) {
            memset(malloc(30 << 20), 1, 30 << 20);
            return 0;
        }
        close(pair[0]);
        close(pair[1]);
    }
    return 0;
}
