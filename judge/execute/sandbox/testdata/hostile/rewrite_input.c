// does: tries to open its input for writing
// needs: files
// end: exited 0
// output: refused refused
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    printf("%s ", write(0, "x", 1) < 0 ? "refused" : "written");
    puts(open("/proc/self/fd/0", O_RDWR) < 0 ? "refused" : "opened");
    return 0;
}
