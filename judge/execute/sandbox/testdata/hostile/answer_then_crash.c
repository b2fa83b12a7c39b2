// does: prints the right answer and crashes
// end: signaled SIGABRT
// output: 42
#include <stdio.h>
#include <stdlib.h>

int main(void) {
    puts("42");
    fflush(stdout);
    abort();
}
