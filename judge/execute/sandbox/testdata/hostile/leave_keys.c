// does: leaves a key in the keyrings of its session and of its user, and looks for that of the run before
// needs: keys
// runs: 2
// end: exited 0
// output: no keys
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
    int refused = 1;
    for (int keyring = -4; keyring <= -3; keyring++) { /* the user's, the session's */
        refused &= syscall(SYS_keyctl, 10, keyring, "user", "dlxjudge-hostile", 0) == -1 && errno == ENOSYS; /* search */
        refused &= syscall(SYS_add_key, "user", "dlxjudge-hostile", "left", 4, keyring) == -1 && errno == ENOSYS;
    }
    refused &= syscall(SYS_request_key, "user", "dlxjudge-hostile", 0, 0) == -1 && errno == ENOSYS;
    puts(refused ? "no keys" : "a key was left");
    return 0;
}
