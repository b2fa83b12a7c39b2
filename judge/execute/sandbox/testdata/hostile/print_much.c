// does: prints 200 MB, more than its memory limit, and forks; a program without hostile intent, whose output is not its memory
// limits: output=256MiB
// end: exited 0
// memory: 512KiB to 4MiB
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    static char block[100000];
    for (int i = 0; i < 2000; i++) if (write(1, block, sizeof block) != sizeof block) return 3;
    if (fork() == 0) _exit(0);
    wait(0);
    return 0;
}
