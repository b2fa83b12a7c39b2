// does: has a child in a session of its own go on printing to both outputs after its end
// end: exited 0 or output
#include <unistd.h>

int main(void) {
    if (fork() == 0) {
        setsid();
        for (;;) { write(2, "x", 1); write(1, "x", 1); }
    }
    return 0;
}
