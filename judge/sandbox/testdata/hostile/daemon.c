// does: leaves a daemon in a session of its own that keeps standard output open
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
