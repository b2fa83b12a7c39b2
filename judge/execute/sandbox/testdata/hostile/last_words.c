// does: writes to standard error and fails
// end: exited 3
// stderr: line 7: not a number
#include <stdio.h>

int main(void) {
    fprintf(stderr, "line 7: not a number\n");
    return 3;
}
