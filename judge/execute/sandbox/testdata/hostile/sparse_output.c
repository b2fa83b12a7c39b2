// does: makes its output a sparse file beyond the limit, by ftruncate and by writing far beyond its end
// end: exited 0
// output: refused refused
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int a = ftruncate(1, 1L << 40), b = pwrite(1, "x", 1, 1L << 40);
    dprintf(1, "%s %s\n", a < 0 ? "refused" : "made", b < 0 ? "refused" : "made");
    return 0;
}
