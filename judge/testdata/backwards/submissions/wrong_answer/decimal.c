/* Writes the number with ten digits, which is no word. */
#include <stdio.h>

int main(void)
{
	char pass[16];
	int number;

	scanf("%15s%d", pass, &number);
	printf("%d\n", number);
}
