// does: maps an input that is larger than the memory limit, and unmaps it; a program without hostile intent
// input: 80MiB
// limits: memory=64MiB
// end: exited 0
// output: 0 0
// memory: 4KiB to 4MiB
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    struct stat input;
    fstat(0, &input);
    for (int again = 0; again < 2; again++) {
        long sum = 0;
        char *text = mmap(0, input.st_size, PROT_READ, again ? MAP_SHARED : MAP_PRIVATE, 0, 0);
        if (text == MAP_FAILED) return 3;
        for (long i = 0; i < input.st_size; i += 512) sum += text[i];
        printf("%ld%c", sum, again ? '\n' : ' ');
        usleep(again * 300000); /* until memory is sampled */
        if (again) munmap(text, input.st_size);
    }
    return 0;
}
