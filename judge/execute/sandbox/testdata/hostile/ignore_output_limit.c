// does: ignores SIGXFSZ and write errors at the output limit, and exits with status 0
// end: output
#include <signal.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 16];
    signal(SIGXFSZ, SIG_IGN);
    for (int i = 0; i < 1 << 10; i++) write(1, block, sizeof block);
    return 0;
}
