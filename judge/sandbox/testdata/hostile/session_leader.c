// does: leaves a child that leads its own session and ignores signals
// end: exited 0
#include <signal.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
        for (int i = 0; i < 600; i++) usleep(100000);
        _exit(0);
    }
    return 0;
}
