// does: touches 40 MiB, gives them back, and clears the peak of its memory in /proc
// needs: files
// end: exited 0
// memory: 40MiB to 48MiB
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    char *block = mmap(0, 40 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(block, 1, 40 << 20);
    munmap(block, 40 << 20);
    write(open("/proc/self/clear_refs", O_WRONLY), "5", 1);
    return 0;
}
