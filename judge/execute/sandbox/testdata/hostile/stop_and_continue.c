// does: stops itself and is continued by a child, with one thread and then with two
// flags: -pthread
// end: exited 0
// output: continued twice
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>
#include <unistd.h>

static void stop(void) {
    pid_t parent = getpid(), child = fork();
    if (!child) {
        usleep(100000);
        kill(parent, SIGCONT);
        _exit(0);
    }
    raise(SIGSTOP);
    waitpid(child, NULL, 0);
}

static void *wait_for_ever(void *none) {
    for (;;) pause();
    return none;
}

int main(void) {
    stop();
    pthread_t thread;
    if (pthread_create(&thread, NULL, wait_for_ever, NULL)) return 3;
    stop();
    puts("continued twice");
    return 0;
}
