// does: is killed by its own SIGALRM
// end: signaled SIGALRM
#include <sys/time.h>
#include <unistd.h>

int main(void) {
    struct itimerval soon = {.it_value = {.tv_usec = 20000}};
    setitimer(ITIMER_REAL, &soon, 0);
    pause();
    return 4;
}
