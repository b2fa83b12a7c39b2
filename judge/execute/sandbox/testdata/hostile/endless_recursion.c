// does: recurses for ever
// end: memory or signaled SIGSEGV
#include <string.h>

static int down(volatile int n) {
    volatile char frame[1000];
    memset((char *)frame, n, sizeof frame);
    return n < 0 ? 0 : down(n + 1) + frame[n % 1000];
}

int main(void) { return down(1); }
