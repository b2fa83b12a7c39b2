// does: writes 256 MiB to standard output
// end: output
#include <stdio.h>

int main(void) {
    for (int i = 0; i < 1 << 22; i++) puts("yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy");
    return 0;
}
