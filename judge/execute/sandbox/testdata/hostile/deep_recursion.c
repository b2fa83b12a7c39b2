// does: recurses through 100 MiB of stack
// end: exited 0
// output: 102400
// limits: memory=256MiB
#include <stdio.h>
#include <string.h>

static int depth(int n) {
    volatile char frame[960];
    memset((char *)frame, n, sizeof frame);
    return n == 0 ? 0 : 1 + depth(n - 1) + (frame[5] != (char)n);
}

int main(void) { printf("%d\n", depth(102400)); }
