// does: waits for a grandchild that computes for ten seconds
// end: cpu
// limits: cpu=150ms
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        if (fork() == 0) {
            time_t end = time(0) + 10;
            while (time(0) < end) { }
            _exit(0);
        }
        wait(0);
        _exit(0);
    }
    wait(0);
    return 0;
}
