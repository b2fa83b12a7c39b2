// does: tries to lock its input, which programs that run at the same time share
// needs: filter
// end: exited 0
// output: refused refused refused refused
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <sys/file.h>

int main(void) {
    struct flock all = {.l_type = F_RDLCK};
    printf("%s ", flock(0, LOCK_EX | LOCK_NB) < 0 ? "refused" : "locked");
    printf("%s ", fcntl(0, F_SETLK, &all) < 0 ? "refused" : "locked");
    printf("%s ", fcntl(0, F_OFD_SETLK, &all) < 0 ? "refused" : "locked");
    puts(fcntl(0, F_SETLEASE, F_RDLCK) < 0 ? "refused" : "leased");
    return 0;
}
