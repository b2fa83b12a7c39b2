// does: clones processes with clone3 into new namespaces, and from its cgroup into the parent cgroup
// needs: filter files
// end: exited 0
// output: refused refused refused refused refused refused refused
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static const char *cloned(uint64_t flags, uint64_t cgroup) {
    uint64_t arguments[11] = {flags, 0, 0, 0, SIGCHLD, 0, 0, 0, 0, 0, cgroup};
    long pid = syscall(435, arguments, sizeof arguments);
    if (pid == 0) _exit(0);
    if (pid > 0) waitpid(pid, 0, __WALL);
    return pid > 0 ? "cloned" : "refused";
}

int main(void) {
    uint64_t flags[] = {CLONE_NEWUSER, CLONE_NEWUSER | CLONE_NEWNS, CLONE_NEWNS, CLONE_NEWPID, CLONE_NEWNET, CLONE_NEWCGROUP};
    for (int i = 0; i < 6; i++) printf("%s ", cloned(flags[i], 0));
    char line[4096], path[5000] = "/sys/fs/cgroup";
    FILE *own = fopen("/proc/self/cgroup", "r");
    while (own && fgets(line, sizeof line, own)) {
        char *last = strrchr(line, '/');
        if (strncmp(line, "0::", 3) || !last) continue;
        *last = 0;
        strcat(path, line + 3);
    }
    puts(cloned(0x200000000ULL, open(path, O_PATH)));
    return 0;
}
