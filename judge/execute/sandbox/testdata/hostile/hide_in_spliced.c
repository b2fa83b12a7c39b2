// does: keeps 60 MiB in pages of a file that it then empties, with a byte of each in a socket; if it cannot, in its own memory
// needs: cgroup
// limits: memory=128MiB
// end: exited 0
// memory: 60MiB to 120MiB
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { pages = 16, size = 4096, most = 60 << 20 };

int main(void) {
    static char block[pages * size], rest[pages];
    long kept = 0;
    int between[2], pair[2], file = open("pages", O_RDWR | O_CREAT, 0600), full = 1, spliced = 1;
    if (file < 0 || pipe(between)) return 3;
    while (kept < most && spliced > 0) {
        if (full && socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0, pair)) break;
        if (ftruncate(file, 0) || pwrite(file, block, sizeof block, 0) != sizeof block) return 4;
        spliced = 0;
        for (loff_t page = 0; page < pages; page++) {
            loff_t at = page * size;
            spliced += splice(file, &at, between[1], NULL, 1, SPLICE_F_NONBLOCK) == 1;
        }
        ssize_t sent = spliced ? splice(between[0], NULL, pair[0], NULL, spliced, SPLICE_F_NONBLOCK) : 0;
        if (sent < 0) sent = 0;
        kept += sent * size;
        full = sent < spliced;
        if (full) read(between[0], rest, spliced - sent);
    }
    ftruncate(file, 0);
    unlink("pages");
    if (kept < most) memset(malloc(most - kept), 1, most - kept);
    usleep(300000); // until memory is sampled
    return 0;
}
