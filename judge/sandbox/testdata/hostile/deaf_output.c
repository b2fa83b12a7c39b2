// does: writes on after it was refused and signalled, then ends as if all were well
// end: output
#include <signal.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 16];
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 1 << 10; i++) write(1, block, sizeof block);
    return 0;
}
