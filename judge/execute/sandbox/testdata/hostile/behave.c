// does: adds up its input; a program without hostile intent
// input: 1 2 3 4
// end: exited 0
// output: 10
// memory: 4KiB to 2MiB
// flags: -static
#include <stdio.h>

int main(void) {
    long n, sum = 0;
    while (scanf("%ld", &n) == 1) sum += n;
    printf("%ld\n", sum);
    return 0;
}
