// does: connects to a TCP server on the loopback interface
// needs: tcp
// args: port
// end: exited 0
// output: refused
#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>

int main(int argc, char **argv) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(atoi(argv[argc - 1]))};
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    int s = socket(AF_INET, SOCK_STREAM, 0);
    puts(s >= 0 && connect(s, (struct sockaddr *)&to, sizeof to) == 0 ? "connected" : "refused");
    return 0;
}
