// does: has three children that touch 16 MiB each and keep it for two seconds
// end: exited 0
// memory: 48MiB to 56MiB
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 3; i++)
        if (fork() == 0) {
            char *block = malloc(16 << 20);
            if (block) memset(block, 1, 16 << 20);
            sleep(2);
            _exit(block ? block[777] - 1 : 5);
        }
    while (wait(0) > 0) { }
    return 0;
}
