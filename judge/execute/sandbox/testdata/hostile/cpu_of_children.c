// does: computes in children that are waited for, forgotten, killed, ignored and orphaned, and prints their CPU time
// needs: cgroup
// flags: -pthread
// end: exited 0
#define _GNU_SOURCE
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* Each child computes for 40 ms, half of that in a thread that ends first, and writes its CPU time into this pipe. */
static int told[2];
static char *mark;

static double used(clockid_t clock) {
    struct timespec now;
    clock_gettime(clock, &now);
    return now.tv_sec * 1e3 + now.tv_nsec / 1e6;
}

static void *half(void *argument) {
    while (used(CLOCK_THREAD_CPUTIME_ID) < 20) { }
    return argument;
}

static void compute(void) {
    pthread_t thread;
    if (pthread_create(&thread, 0, half, 0) != 0) exit(3);
    pthread_join(thread, 0);
    while (used(CLOCK_PROCESS_CPUTIME_ID) < 40) { }
}

static void tell(void) {
    double cpu = used(CLOCK_PROCESS_CPUTIME_ID);
    if (write(told[1], &cpu, sizeof cpu) < 0) exit(4);
}

static double hear(void) {
    double cpu = 0;
    if (read(told[0], &cpu, sizeof cpu) != sizeof cpu) exit(5);
    return cpu;
}

static void *again(void *argument) {
    char fd[16];
    sprintf(fd, "%d", told[1]);
    execl("/proc/self/exe", "again", mark, fd, (char *)0);
    exit(6);
    return argument;
}

int main(int count, char **arguments) {
    mark = count > 1 ? arguments[1] : "";
    if (strcmp(arguments[0], "again") == 0) {
        told[1] = atoi(arguments[2]);
        tell();
        return 0;
    }
    if (pipe(told) != 0) return 2;
    double sum = 0;
    int child = fork(); /* waited for */
    if (child == 0) {
        compute();
        tell();
        _exit(0);
    }
    sum += hear();
    waitpid(child, 0, 0);
    if (fork() == 0) { /* never waited for */
        compute();
        tell();
        _exit(0);
    }
    sum += hear();
    if ((child = fork()) == 0) { /* killed */
        compute();
        tell();
        for (;;) pause();
    }
    sum += hear();
    kill(child, SIGKILL);
    waitpid(child, 0, 0);
    signal(SIGCHLD, SIG_IGN);
    if (fork() == 0) { /* executes itself in a thread */
        compute();
        pthread_t thread;
        pthread_create(&thread, 0, again, 0);
        for (;;) pause();
    }
    sum += hear();
    if (fork() == 0) { /* an orphan */
        if (fork() == 0) {
            compute();
            tell();
            for (;;) pause();
        }
        _exit(0);
    }
    sum += hear();
    printf("cpu %f ms\n", sum + used(CLOCK_PROCESS_CPUTIME_ID));
    return 0;
}
