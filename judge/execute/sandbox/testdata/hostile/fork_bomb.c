// does: forks until that fails, 300 times at most; each child exits after ten seconds
// alone: it uses up the number of processes for its user, which all programs of a judge without root share
// needs: count
// end: exited 0
// output: refused
// limits: processes=20
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 300; i++) {
        pid_t child = fork();
        if (child < 0) { puts("refused"); return 0; }
        if (child == 0) { alarm(10); pause(); _exit(0); }
    }
    puts("300 children");
}
