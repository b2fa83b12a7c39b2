// does: allocates 512 MiB at once and touches it
// end: memory
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *block = malloc(512 << 20);
    if (!block) return 5;
    memset(block, 1, 512 << 20);
    return block[12345] - 1;
}
