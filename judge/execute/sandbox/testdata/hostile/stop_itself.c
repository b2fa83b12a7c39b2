// does: stops itself
// end: wall
// limits: wall=200ms
#include <signal.h>
#include <unistd.h>

int main(void) {
    alarm(30);
    raise(SIGSTOP);
    return 0;
}
