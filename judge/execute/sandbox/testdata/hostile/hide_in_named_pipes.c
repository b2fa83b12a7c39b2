// does: keeps 30 MiB in pipes with names
// needs: cgroup
// end: exited 0
// memory: 30MiB to 64MiB
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    static char block[4096];
    int ready[2], go[2];
    char byte;
    if (pipe(ready) || pipe(go)) return 3;
    for (int child = 0; child < 3; child++)
        if (!fork()) {
            for (int i = 0; i < 160; i++) {
                char name[32];
                snprintf(name, sizeof name, "pipe-%d-%d", child, i);
                if (mkfifo(name, 0600)) _exit(4);
                int end = open(name, O_RDWR | O_NONBLOCK);
                if (end < 0) _exit(5);
                unlink(name);
                while (write(end, block, sizeof block) > 0) ;
            }
            write(ready[1], "x", 1);
            read(go[0], &byte, 1);
            _exit(0);
        }
    for (int child = 0; child < 3; child++) read(ready[0], &byte, 1);
    usleep(300000); // until memory is sampled
    write(go[1], "xxx", 3);
    for (int status, child = 0; child < 3; child++)
        if (wait(&status) < 0 || status) return 6;
    return 0;
}
