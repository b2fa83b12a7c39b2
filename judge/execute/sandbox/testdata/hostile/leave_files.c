// does: leaves files and a folder, and looks for those of the run before
// runs: 2
// end: exited 0
// output: nothing there
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
    int found = 0;
    DIR *dir = opendir(".");
    for (struct dirent *e; dir && (e = readdir(dir)); ) found += strcmp(e->d_name, ".") && strcmp(e->d_name, "..");
    puts(found ? "something" : "nothing there");
    mkdir("folder", 0700);
    open("folder/file", O_CREAT | O_WRONLY, 0600);
    open(".hidden", O_CREAT | O_WRONLY, 0600);
    return 0;
}
