// does: writes 32 files of 1 MiB into its working folder
// end: output
#include <stdio.h>

int main(void) {
    static char block[1 << 20];
    for (int i = 0; i < 32; i++) {
        char name[32];
        snprintf(name, sizeof name, "file%d", i);
        FILE *file = fopen(name, "w");
        if (!file) return 5;
        fwrite(block, 1, sizeof block - 1, file);
        fclose(file);
    }
    return 0;
}
