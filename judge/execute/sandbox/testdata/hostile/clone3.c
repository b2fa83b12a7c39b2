// does: calls clone3, whose flags no filter can read
// needs: filter clone
// end: exited 0
// output: refused
#include <errno.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    static char arguments[88];
    long result = syscall(435, arguments, sizeof arguments);
    puts(result == -1 && errno == ENOSYS ? "refused" : "allowed");
    return 0;
}
