// does: leaves a daemon in a session of its own that keeps standard output open
// end: exited 0
// output: parent
#include <unistd.h>

int main(void) {
    int ready[2];
    pipe(ready);
    if (fork() == 0) {
        setsid();
        if (fork() == 0) { write(ready[1], "", 1); alarm(60); for (;;) pause(); }
        _exit(0);
    }
    read(ready[0], &(char){0}, 1);
    write(1, "parent\n", 7);
    return 0;
}
