// does: looks for the number of programs that ran before it in its process number and the name of its cgroup
// needs: pids
// runs: 3
// end: exited 0
// output: nothing
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 20; i++) if (fork() == 0) _exit(0);
    char line[4096];
    FILE *file = fopen("/proc/self/cgroup", "r");
    while (file && fgets(line, sizeof line, file)) if (strstr(line, "run")) { puts(line); return 0; }
    if (getpid() < 1000 || getpid() > 1009) { printf("%d\n", getpid()); return 0; } /* a thread of the helper may take a number in between */
    puts("nothing");
    return 0;
}
