// does: tries to send UDP datagrams to the loopback interface and to another host
// needs: network
// end: exited 0
// output: refused refused
#include <arpa/inet.h>
#include <stdio.h>
#include <sys/socket.h>

static const char *try(const char *address) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(9)};
    to.sin_addr.s_addr = inet_addr(address);
    int s = socket(AF_INET, SOCK_DGRAM, 0);
    return s >= 0 && sendto(s, "x", 1, 0, (struct sockaddr *)&to, sizeof to) == 1 ? "sent" : "refused";
}

int main(void) {
    printf("%s ", try("127.0.0.1"));
    puts(try("192.0.2.1"));
    return 0;
}
