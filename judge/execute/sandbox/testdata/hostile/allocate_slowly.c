// does: touches 1 MiB every two milliseconds, 512 MiB at most
// end: memory
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 512; i++) {
        char *block = malloc(1 << 20);
        if (!block) return 5;
        memset(block, 1, 1 << 20);
        usleep(2000);
    }
    return 0;
}
