// does: leaves folders without permissions, with files in them
// end: exited 0
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 8; i++) {
        mkdir("d", 0700);
        chdir("d");
        close(open("file", O_CREAT | O_WRONLY, 0));
    }
    for (int i = 0; i < 8; i++) { chdir(".."); chmod("d", 0); }
    chmod(".", 0);
    return 0;
}
