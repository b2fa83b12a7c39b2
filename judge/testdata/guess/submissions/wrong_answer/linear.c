/* Tries one number after the other. */
#include <stdio.h>

int main(void)
{
	int low = 1, high = 1000;
	char answer[16];

	for (;;) {
		int guess = low;
		printf("%d\n", guess);
		fflush(stdout);
		if (scanf("%15s", answer) != 1)
			return 3;
		if (answer[0] == 'c')
			return 0;
		if (answer[0] == 'l')
			high = guess - 1;
		else
			low = guess + 1;
	}
}
