#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

static void *touch(void *size) {
    char *block = malloc((size_t)size);
    memset(block, 1, (size_t)size);
    free(block);
    return 0;
}

int main(void) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, touch, (void *)(1 << 20));
    for (int i = 0; i < 8; i++) pthread_join(threads[i], 0);
    touch((void *)(20 << 20));
    FILE *file = fopen("own", "w+");
    if (!file || posix_fallocate(fileno(file), 0, 8192) || rename("own", "other") || unlink("other")) return 3;
    int status = 0;
    pid_t child = fork();
    if (child == 0) _exit(7);
    if (waitpid(child, &status, 0) != child || WEXITSTATUS(status) != 7) return 4;
    FILE *pipe = popen("echo from the shell", "r");
    char line[64];
    if (!fgets(line, sizeof line, pipe) || pclose(pipe)) return 5;
    long n;
    if (scanf("%ld", &n) != 1) return 6;
    printf("%ld\n", 2 * n);
}
