// does: reads its input byte by byte
// input: 200KB
// end: exited 0
// output: 200000
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char c;
    int n = 0;
    while (read(0, &c, 1) == 1) n++;
    printf("%d\n", n);
    return 0;
}
