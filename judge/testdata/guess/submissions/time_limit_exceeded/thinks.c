/* Thinks about its second guess for ever. */
#include <stdio.h>

int main(void)
{
	puts("400");
	fflush(stdout);
	for (volatile long i = 0;; i++)
		;
}
