// does: never reads its 100 MB of input
// input: 100MB
// end: exited 0
// output: done
#include <stdio.h>

int main(void) { puts("done"); }
