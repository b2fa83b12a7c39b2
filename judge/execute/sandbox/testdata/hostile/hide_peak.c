// does: touches 40 MiB and calls exec on a program that needs little
// end: exited 0
// memory: 40MiB to 64MiB
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char *block = malloc(40 << 20);
    memset(block, 1, 40 << 20);
    if (block[99] == 1) execl("/bin/true", "true", (char *)0);
    return 4;
}
