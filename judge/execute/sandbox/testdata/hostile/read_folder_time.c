// does: lists its folder, which may change the folder's access time: a message to the next program
// needs: processes
// runs: 2
// end: exited 0
// output: no trace
#include <dirent.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
    struct stat before, after;
    if (stat(".", &before) < 0) return 1;
    DIR *dir = opendir(".");
    while (dir && readdir(dir)) {}
    if (stat(".", &after) < 0) return 1;
    puts(memcmp(&before.st_atim, &after.st_atim, sizeof before.st_atim) ? "a new access time" : "no trace");
    return 0;
}
