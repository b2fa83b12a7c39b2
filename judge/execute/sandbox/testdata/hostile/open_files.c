// does: looks for open files other than its three
// end: exited 0
// output: 0 others
#include <fcntl.h>
#include <stdio.h>

int main(void) {
    int others = 0;
    for (int fd = 3; fd < 4096; fd++) others += fcntl(fd, F_GETFD) != -1;
    printf("%d others\n", others);
    return 0;
}
