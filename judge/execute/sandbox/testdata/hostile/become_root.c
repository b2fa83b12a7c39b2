// does: tries to become root, with setuid and with a set-user-ID program
// end: exited 0
// output: refused
#include <stdio.h>
#include <sys/prctl.h>
#include <unistd.h>

int main(void) {
    int was_root = geteuid() == 0;
    int asked = setuid(0) == 0 && !was_root;
    puts(asked || prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0) != 1 ? "root" : "refused");
    return 0;
}
