// does: calls exec
// end: exited 0
// output: I was another
#include <unistd.h>

int main(void) {
    execl("/bin/echo", "echo", "I was another", (char *)0);
    return 4;
}
