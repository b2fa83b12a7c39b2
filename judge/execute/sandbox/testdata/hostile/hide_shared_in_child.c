// does: has children fill 300 MiB of anonymous shared memory, which it maps but does not touch itself
// needs: cgroup
// end: memory
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define MIB (1 << 20)

int main(void) {
    for (int i = 0; i < 30; i++) {
        char *block = mmap(0, 10 * MIB, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
        if (block == MAP_FAILED) return 5;
        int status;
        pid_t child = fork();
        if (child < 0) return 6;
        if (!child) {
            memset(block, 1, 10 * MIB);
            _exit(0);
        }
        waitpid(child, &status, 0);
        if (status) return 7;
    }
    return 0;
}
