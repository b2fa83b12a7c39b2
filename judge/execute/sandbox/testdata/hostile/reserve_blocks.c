// does: reserves 2 GiB of disk beyond the end of its standard output and error
// needs: filter
// end: exited 0
// output: refused refused, fallback
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    for (int fd = 1; fd <= 2; fd++)
        printf(fd == 1 ? "%s " : "%s", fallocate(fd, FALLOC_FL_KEEP_SIZE, 0, 2LL << 30) < 0 && errno == EOPNOTSUPP ? "refused" : "reserved");
    int own = open("own", O_CREAT | O_RDWR, 0600);
    puts(posix_fallocate(own, 0, 8192) == 0 ? ", fallback" : ", no fallback");
    return 0;
}
