// does: reads the path of its input, which would reveal the problem and the test
// needs: files
// input: 21
// end: exited 0
// output: nothing
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char path[4096] = "unknown";
    ssize_t n = readlink("/proc/self/fd/0", path, sizeof path - 1);
    if (n >= 0) path[n] = 0;
    puts(strcmp(path, "/") == 0 || strncmp(path, "/memfd:", 7) == 0 ? "nothing" : path);
    return 0;
}
