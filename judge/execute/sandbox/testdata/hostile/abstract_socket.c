// does: connects to an abstract Unix socket of another process
// needs: signals
// args: socket
// end: exited 0
// output: refused
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

int main(int argc, char **argv) {
    const char *name = argv[argc - 1];
    struct sockaddr_un to = {.sun_family = AF_UNIX};
    strcpy(to.sun_path + 1, name);
    int s = socket(AF_UNIX, SOCK_STREAM, 0);
    socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(name);
    puts(s >= 0 && connect(s, (struct sockaddr *)&to, size) == 0 ? "connected" : "refused");
    return 0;
}
