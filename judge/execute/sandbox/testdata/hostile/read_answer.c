// does: tries to read a secret file, whose path it is given, and the folder that holds it
// needs: files
// args: secret
// end: exited 0
// output: refused refused
#include <dirent.h>
#include <stdio.h>
#include <string.h>

int main(int argc, char **argv) {
    if (argc < 3) return 3;
    printf("%s ", fopen(argv[2], "r") ? "read" : "refused");
    *strrchr(argv[2], '/') = 0;
    puts(opendir(argv[2]) ? "listed" : "refused");
    return 0;
}
