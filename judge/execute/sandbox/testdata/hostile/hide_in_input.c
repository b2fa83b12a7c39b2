// does: keeps 40 MiB in its input, which it maps and changes; the changed pages are its own
// input: 80MiB
// limits: memory=64MiB
// end: exited 0
// memory: 40MiB to 48MiB
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    char *text = mmap(0, 80 << 20, PROT_READ | PROT_WRITE, MAP_PRIVATE, 0, 0);
    if (text == MAP_FAILED) return 3;
    for (long i = 0; i < 40 << 20; i += 4096) text[i] = 1;
    for (long i = 40 << 20; i < 80 << 20; i += 4096) if (text[i]) return 4;
    usleep(300000); /* until memory is sampled */
    return 0;
}
