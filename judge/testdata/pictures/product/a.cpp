// The program of the picture. It is wrong: a product can be too large for an unsigned int.
#include <iostream>

int main() {
	int cases;
	std::cin >> cases;
	for (int t = 1; t <= cases; t++) {
		unsigned a, b;
		std::cin >> a >> b;
		std::cout << "Case #" << t << ": " << a * b << "\n";
	}
}
