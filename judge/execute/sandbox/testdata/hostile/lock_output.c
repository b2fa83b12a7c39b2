// does: takes all permissions from its standard output and error
// runs: 2
// end: exited 0
// output: done
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    fchmod(1, 0);
    fchmod(2, 0);
    puts("done");
    return 0;
}
