// does: closes all its files and goes on computing
// end: exited 0
#include <unistd.h>

int main(void) {
    for (int fd = 0; fd < 1024; fd++) close(fd);
    return write(1, "x", 1) == -1 ? 0 : 4;
}
