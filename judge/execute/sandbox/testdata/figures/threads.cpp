// 20 ms in each of six threads, two at a time.
#include <ctime>
#include <iostream>
#include <thread>

static void compute() {
    timespec now;
    do clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    while (now.tv_nsec < 20000000);
}

int main() {
    for (int i = 0; i < 3; i++) {
        std::thread one(compute), two(compute);
        one.join();
        two.join();
    }
    std::cout << "done\n";
}
