// does: writes 256 MiB to standard error
// end: output
#include <stdio.h>

int main(void) {
    static char buffer[1 << 16];
    setvbuf(stderr, buffer, _IOFBF, sizeof buffer);
    for (int i = 0; i < 1 << 22; i++) fputs("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy\n", stderr);
    return 0;
}
