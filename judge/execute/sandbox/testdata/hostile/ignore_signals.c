// does: ignores every signal and computes for ten seconds
// end: cpu
// limits: cpu=100ms
#include <signal.h>
#include <time.h>

int main(void) {
    for (int s = 1; s < 65; s++) signal(s, SIG_IGN);
    time_t end = time(0) + 10;
    while (time(0) < end) { }
}
