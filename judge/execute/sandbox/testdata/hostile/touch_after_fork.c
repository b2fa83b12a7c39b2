// does: touches 40 MiB, forks, and has the child write to all of it
// end: memory
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    char *block = malloc(40 << 20);
    if (!block) return 5;
    memset(block, 1, 40 << 20);
    if (fork() == 0) {
        memset(block, 2, 40 << 20);
        sleep(2);
        _exit(0);
    }
    wait(0);
    return block[1] - 1;
}
