// does: touches 32 MiB and prints its VmHWM, where /proc is readable
// end: exited 0
// memory: 32MiB to 34MiB
// flags: -static
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    char *block = malloc(32 << 20);
    memset(block, 1, 32 << 20);
    char line[256];
    FILE *status = fopen("/proc/self/status", "r");
    while (status && fgets(line, sizeof line, status))
        if (!strncmp(line, "VmHWM:", 6)) printf("peak %d KiB\n", atoi(line + 6));
    return block[4096] - 1;
}
