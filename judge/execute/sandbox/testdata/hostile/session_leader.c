// does: leaves a child that leads its own session and ignores signals
// end: exited 0
#include <signal.h>
#include <unistd.h>

int main(void) {
    int ready[2];
    pipe(ready);
    if (fork() == 0) {
        setsid();
        for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
        write(ready[1], "", 1);
        for (int i = 0; i < 600; i++) usleep(100000);
        _exit(0);
    }
    read(ready[0], &(char){0}, 1);
    return 0;
}
