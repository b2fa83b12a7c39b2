/* Thinks for ever in the second pass. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
	char pass[16], word[64];
	int number = 0;

	if (scanf("%15s", pass) != 1)
		return 3;
	if (pass[0] == 'e') {
		scanf("%d", &number);
		for (int bit = 20; bit >= 0; bit--)
			putchar(number >> bit & 1 ? 'b' : 'a');
		puts("");
		return 0;
	}
	(void)word;
	for (volatile long i = 0;; i++)
		;
}
