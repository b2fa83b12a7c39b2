// does: truncates a file that it may not write to: by path, and by opening it for reading
// needs: files
// args: secret
// end: exited 0
// output: refused refused refused
#include <fcntl.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *secret = argv[argc - 1];
    printf("%s ", truncate(secret, 0) < 0 ? "refused" : "truncated");
    printf("%s ", open(secret, O_RDONLY | O_TRUNC) < 0 ? "refused" : "truncated");
    /* its input, which it may read, is a copy by the judge or a file of the user */
    int input = open("/proc/self/fd/0", O_RDONLY | O_TRUNC);
    puts(input < 0 ? "refused" : "truncated");
    return 0;
}
