// Halves the numbers that are left.
#include <iostream>
#include <string>

int main()
{
	int low = 1, high = 1000;
	std::string answer;
	do {
		int guess = (low + high) / 2;
		std::cout << guess << std::endl;
		if (!(std::cin >> answer))
			return 3;
		(answer == "lower" ? high : low) = answer == "lower" ? guess - 1 : guess + 1;
	} while (answer != "correct");
}
