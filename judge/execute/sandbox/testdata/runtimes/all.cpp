#include <chrono>
#include <condition_variable>
#include <future>
#include <iostream>
#include <thread>
#include <vector>

int main() {
    std::vector<std::thread> threads;
    std::vector<int> big(5 << 20, 1);
    for (int i = 0; i < 8; i++) threads.emplace_back([] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
    for (auto &t : threads) t.join();
    auto later = std::async(std::launch::async, [] { return 1; });
    try { throw 1; } catch (int) { }
    long n;
    std::cin >> n;
    std::cout << n + n * later.get() * big[7] << "\n";
}
