/* 20 ms in each child: one is waited for, one never, one is killed, one is an orphan and continues.
   One fills 48 MiB, which take a while to be given back. */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static int done[2];

static void compute(void) {
    while (clock() < CLOCKS_PER_SEC / 50) { }
    if (write(done[1], "", 1) != 1) exit(1);
}

static int child(void (*work)(void)) {
    int pid = fork();
    if (pid == 0) {
        work();
        _exit(0);
    }
    char byte;
    if (read(done[0], &byte, 1) != 1) exit(2);
    return pid;
}

static void go_on(void) {
    compute();
    for (;;) pause();
}

static void fill(void) {
    volatile char *memory = malloc(48 << 20);
    for (int i = 0; i < 48 << 20; i += 4096) memory[i] = 1;
    compute();
}

static void leave(void) {
    if (fork() == 0) go_on();
}

int main(void) {
    if (pipe(done) != 0) return 3;
    waitpid(child(compute), 0, 0);
    child(compute);
    int pid = child(go_on);
    kill(pid, SIGKILL);
    waitpid(pid, 0, 0);
    child(fill);
    child(leave);
    puts("done");
    return 0;
}
