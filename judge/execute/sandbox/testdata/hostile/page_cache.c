// does: evicts pages of a file that all programs see, and queries which are in memory: a message to the next program
// needs: filter
// end: exited 0
// output: nothing
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

#ifndef MADV_COLD
#define MADV_COLD 20
#define MADV_PAGEOUT 21
#endif
#define FILE_OF_ALL "/usr/bin/tail"

static int found;
static char buffer[4096] __attribute__((aligned(4096)));

static void refused(const char *name, long result) {
    if (result < 0) return;
    printf("%s: %ld\n", name, result);
    found++;
}

static long faults(void) {
    struct rusage usage;
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_majflt;
}

int main(void) {
    int fd = open(FILE_OF_ALL, O_RDONLY);
    if (fd < 0 || pread(fd, buffer, 1, 0) != 1) return 1;
    struct iovec part = {buffer, 1};
    char *map = mmap(NULL, 4096, PROT_READ, MAP_SHARED, fd, 0);

    refused("preadv2 RWF_NOWAIT", syscall(SYS_preadv2, fd, &part, 1, 0, 0, 8));
    refused("preadv2 RWF_DONTCACHE", syscall(SYS_preadv2, fd, &part, 1, 0, 0, 0x80));
    refused("mincore", mincore(map, 4096, (unsigned char *)buffer));
    unsigned long range[2] = {0, 4096}, counts[5];
    refused("cachestat", syscall(451, fd, range, counts, 0));
    refused("MADV_COLD", madvise(map, 4096, MADV_COLD));
    refused("MADV_PAGEOUT", madvise(map, 4096, MADV_PAGEOUT));
    refused("O_DIRECT", open(FILE_OF_ALL, O_RDONLY | O_DIRECT));
    refused("F_SETFL", fcntl(fd, F_SETFL, O_DIRECT));
    if (pread(fd, buffer, 1, 0) != 1 || syscall(SYS_preadv2, fd, &part, 1, 0, 0, 0) != 1) puts("cannot read"), found++;

    /* Calls that programs make without hostile intent succeed, but have no effect. */
    munmap(map, 4096);
    if (posix_fadvise(fd, 0, 0, POSIX_FADV_DONTNEED)) puts("fadvise fails"), found++;
    if (readahead(fd, 0, 4096)) puts("readahead fails"), found++;
    long before = faults();
    map = mmap(NULL, 4096, PROT_READ, MAP_PRIVATE, fd, 0);
    buffer[0] = *(volatile char *)map;
    if (faults() > before) puts("fadvise threw the page out"), found++;
    if (!found) puts("nothing");
    return 0;
}
