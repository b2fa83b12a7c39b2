// does: looks at the access time of its own program, which may tell when it was first run
// runs: 2
// needs: processes
// end: exited 0
// output: no trace
#include <stdio.h>
#include <sys/stat.h>

int main(void) {
    struct stat self;
    if (stat("/proc/self/exe", &self)) return 3;
    long later = self.st_atim.tv_sec - self.st_mtim.tv_sec, part = self.st_atim.tv_nsec - self.st_mtim.tv_nsec;
    int untouched = later < 0 || !later && part <= 0 || self.st_atim.tv_sec >= 0x7fffffff;
    puts(untouched ? "no trace" : "read since it was written");
    return 0;
}
