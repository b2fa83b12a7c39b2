// does: sleeps for a minute
// end: wall
// limits: wall=200ms
#include <unistd.h>

int main(void) { sleep(60); }
