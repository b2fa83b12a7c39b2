// does: makes up to 100,000 files in its working folder
// end: exited 0 or output
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 100000; i++) {
        char name[32];
        snprintf(name, sizeof name, "file%d", i);
        int fd = open(name, O_CREAT | O_WRONLY, 0600);
        if (fd < 0) return 0;
        close(fd);
    }
    return 0;
}
