// does: stops itself
// end: wall
// limits: wall=200ms
// uncontained: as above
#include <signal.h>
#include <unistd.h>

int main(void) {
    alarm(30);
    raise(SIGSTOP);
    return 0;
}
