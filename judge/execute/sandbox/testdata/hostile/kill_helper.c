// does: kills and stops its parent and all threads near it, in every way that the kernel has
// needs: signals
// runs: 2
// end: exited 0
// output: still here
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static void end(int leader, int thread, int signal) {
    siginfo_t info;
    memset(&info, 0, sizeof info);
    info.si_code = SI_QUEUE;
    kill(thread, signal);
    kill(-thread, signal);
    syscall(SYS_tkill, thread, signal);
    syscall(SYS_tgkill, leader, thread, signal);
    syscall(SYS_rt_sigqueueinfo, thread, signal, &info);
    syscall(SYS_rt_tgsigqueueinfo, leader, thread, signal, &info);
    for (int kind = 0; kind < 2; kind++) { /* PIDFD_THREAD */
        int fd = syscall(SYS_pidfd_open, thread, kind * O_EXCL);
        for (int flags = 0; flags < 4; flags++) syscall(SYS_pidfd_send_signal, fd, signal, 0, flags);
        close(fd);
    }
}

int main(void) {
    int parent = getppid(), signals[] = {SIGTSTP, SIGSTOP, SIGABRT, SIGKILL};
    for (int i = 0; i < 4; i++)
        for (int thread = parent; thread < parent + 400; thread++)
            if (thread != getpid()) end(parent, thread, signals[i]);
    for (int flags = 0; flags < 4; flags++) {
        char folder[40];
        snprintf(folder, sizeof folder, "/proc/%d", parent + flags);
        syscall(SYS_pidfd_send_signal, open(folder, O_RDONLY | O_DIRECTORY), SIGKILL, 0, 0);
    }
    usleep(20000);
    puts(getppid() == parent ? "still here" : "orphaned");
    return 0;
}
