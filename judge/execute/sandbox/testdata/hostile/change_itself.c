// does: tries to write to its executable, to remove it and to replace it
// needs: files
// end: exited 0
// output: refused refused refused
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    char path[4096];
    ssize_t n = readlink("/proc/self/exe", path, sizeof path - 1);
    if (n < 0) { n = 0; sprintf(path, "/nowhere"); } else path[n] = 0;
    printf("%s ", open(path, O_WRONLY) < 0 ? "refused" : "opened");
    printf("%s ", unlink(path) < 0 ? "refused" : "removed");
    puts(rename("/bin/true", path) < 0 ? "refused" : "renamed");
    return 0;
}
