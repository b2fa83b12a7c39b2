// does: sorts its input; a program without hostile intent
// input: 3 1 2
// end: exited 0
// output: 1 2 3
#include <algorithm>
#include <iostream>
#include <vector>

int main() {
    std::vector<int> v;
    for (int n; std::cin >> n; ) v.push_back(n);
    std::sort(v.begin(), v.end());
    for (std::size_t i = 0; i < v.size(); i++) std::cout << (i ? " " : "") << v[i];
    std::cout << "\n";
}
