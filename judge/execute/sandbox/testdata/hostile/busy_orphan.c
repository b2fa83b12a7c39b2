// does: leaves an orphan that computes for ten seconds, and sleeps
// end: cpu
// limits: cpu=150ms
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            time_t end = time(0) + 10;
            while (time(0) < end) { }
        }
        _exit(0);
    }
    wait(0);
    sleep(10);
    return 0;
}
