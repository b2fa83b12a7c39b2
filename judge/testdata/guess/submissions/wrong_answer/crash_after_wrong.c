/* Guesses what cannot be and crashes at once, before the judge has read the guess. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	puts("0");
	fflush(stdout);
	abort();
}
