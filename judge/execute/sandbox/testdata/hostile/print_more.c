// does: prints more than its memory limit; a program without hostile intent, whose output may be kept in memory
// limits: memory=16MiB output=64MiB
// end: exited 0
// memory: 512KiB to 4MiB
#include <unistd.h>

int main(void) {
    static char block[100000];
    for (int i = 0; i < 400; i++) if (write(1, block, sizeof block) != sizeof block) return 3;
    return 0;
}
