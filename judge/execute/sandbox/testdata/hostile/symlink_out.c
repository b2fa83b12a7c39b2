// does: makes symbolic and hard links to files outside its folder and writes through them
// needs: files
// args: secret
// end: exited 0
// output: refused refused refused
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(int argc, char **argv) {
    const char *secret = argv[argc - 1];
    symlink(secret, "link");
    printf("%s ", open("link", O_WRONLY | O_TRUNC) < 0 ? "refused" : "written");
    printf("%s ", link(secret, "hard") < 0 ? "refused" : "linked");
    symlink("/var/tmp", "folder");
    puts(open("folder/dlxjudge-hostile", O_WRONLY | O_CREAT, 0600) < 0 ? "refused" : "written");
    return 0;
}
