// does: sends every signal to its parent, if that is the init process of a PID namespace
// needs: processes
// end: exited 0
// output: still here
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    if (getppid() != 1) { puts("not isolated"); return 3; }
    for (int s = 1; s < 65; s++) kill(getppid(), s);
    usleep(20000);
    puts(getppid() == 1 ? "still here" : "orphaned");
    return 0;
}
