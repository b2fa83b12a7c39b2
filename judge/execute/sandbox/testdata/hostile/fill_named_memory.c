// does: fills /dev/shm until it cannot, and waits
// needs: ipc
// end: memory
#include <fcntl.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    for (char name[] = "/dev/shm/a"; ; name[9]++) {
        int file = open(name, O_WRONLY | O_CREAT, 0600);
        if (file < 0) return 3;
        int kept = 0;
        while (kept < 3 && write(file, block, sizeof block) == sizeof block) kept++;
        if (kept < 3) break;
    }
    sleep(1);
    return 0;
}
