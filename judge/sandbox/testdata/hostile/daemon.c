// does: leaves a daemon behind, twice forked, in a session of its own, that holds standard output
// end: exited 0
// output: parent
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) { alarm(60); for (;;) pause(); }
        _exit(0);
    }
    usleep(20000);
    write(1, "parent\n", 7);
    return 0;
}
