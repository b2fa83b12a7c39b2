// does: never reads its 100 MB of input
// input: 100MB
// end: exited 0
// output: done
// uncontained: as above
#include <stdio.h>

int main(void) { puts("done"); }
