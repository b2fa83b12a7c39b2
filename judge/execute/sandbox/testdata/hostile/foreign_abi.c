// does: makes system calls of the 32-bit ABIs that a 64-bit kernel also runs, under numbers that mean something else
// needs: filter
// end: exited 0
// output: refused refused
#include <errno.h>
#include <stdio.h>
#include <sys/syscall.h>
#include <unistd.h>

int main(void) {
#ifdef __x86_64__
    long result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(20) : "memory"); /* getpid of i386 */
    printf("%s ", result == -ENOSYS || result == -EPERM ? "refused" : "made");
    result = syscall(0x40000000 + SYS_getpid); /* x32 */
    puts(result == -1 && errno == ENOSYS ? "refused" : "made");
#else
    puts("refused refused");
#endif
    return 0;
}
