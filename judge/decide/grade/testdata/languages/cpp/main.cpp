#include <iostream>
#include <string>
#include <vector>

long deep(int n) { return n == 0 ? 0 : n + deep(n - 1); }

int main(int, char **words)
{
	std::string mode = words[1];
	if (mode == "hello") {
		std::cout << "hello\n";
	} else if (mode == "sum") {
		long sum = 0, x;
		while (std::cin >> x)
			sum += x;
		std::cout << sum << "\n";
	} else if (mode == "exit") {
		return 3;
	} else if (mode == "loop") {
		for (volatile int i = 0;; i = i + 1)
			;
	} else if (mode == "memory") {
		std::vector<std::vector<char>> all;
		for (;;)
			all.emplace_back(1 << 20, 'x');
	} else if (mode == "deep") {
		std::cout << deep(100000) << "\n";
	}
}
