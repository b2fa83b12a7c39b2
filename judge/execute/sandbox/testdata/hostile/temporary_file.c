// does: uses a temporary file of the C library; a program without hostile intent
// needs: processes
// end: exited 0
// output: kept
#include <stdio.h>

int main(void) {
    char text[9] = "";
    FILE *file = tmpfile();
    if (!file || fputs("kept", file) < 0) return 3;
    rewind(file);
    fgets(text, sizeof text, file);
    puts(text);
    return fclose(file);
}
