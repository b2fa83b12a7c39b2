// does: starts itself again by its name, and opens its standard output again; a program without hostile intent
// needs: files
// end: exited 0
// output: again
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(int argc, char **argv) {
    if (strcmp(argv[argc - 1], "again")) return execl(argv[0], argv[0], "again", (char *)0), 3;
    FILE *out = fopen("/dev/stdout", "w"), *more = fopen("/dev/stdout", "a"), *log = fopen("/dev/stderr", "w");
    if (!out || !more || !log) return 4;
    fputs("again", out);
    return fclose(out) || fclose(more) || fclose(log);
}
