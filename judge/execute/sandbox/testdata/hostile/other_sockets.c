// does: tries to make sockets of all kinds, which reach other programs, the hypervisor, or memory that nobody counts
// needs: filter
// end: exited 0
// output: no sockets, a pair
#include <errno.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    int found = 0, pair[2];
    for (int family = 0; family < 46; family++)
        for (int type = 1; type < 6; type++)
            if (socket(family, type, 0) >= 0 || errno != EPERM) { found++; printf("socket %d %d\n", family, type); }
    if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pair) >= 0) { found++; puts("a pair of datagrams"); }
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) < 0) { found++; puts("no pair"); }
    char c = 0;
    if (send(pair[0], "x", 1, 0) != 1 || recv(pair[1], &c, 1, 0) != 1 || c != 'x') { found++; puts("no use"); }
    if (!found) puts("no sockets, a pair");
    return 0;
}
