// does: prints the names of its environment
// end: exited 0
// output: HOME LANG PATH TMPDIR
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern char **environ;

static int compare(const void *a, const void *b) { return strcmp(*(char **)a, *(char **)b); }

int main(void) {
    int n = 0;
    for (; environ[n]; n++) environ[n] = strtok(environ[n], "=");
    qsort(environ, n, sizeof *environ, compare);
    for (int i = 0; i < n; i++) printf(i ? " %s" : "%s", environ[i]);
    puts("");
    return 0;
}
