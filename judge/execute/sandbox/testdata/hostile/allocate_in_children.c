// does: has four children that touch 40 MiB each and keep it for two seconds
// end: memory
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 4; i++)
        if (fork() == 0) {
            char *block = malloc(40 << 20);
            if (block) memset(block, 1, 40 << 20);
            sleep(2);
            _exit(block ? block[777] - 1 : 5);
        }
    while (wait(0) > 0) { }
    return 0;
}
