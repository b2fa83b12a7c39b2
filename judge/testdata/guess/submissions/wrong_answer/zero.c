/* Guesses what cannot be, and crashes when it is told so: the judge has rejected it by then. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	puts("0");
	fflush(stdout);
	while (getchar() != EOF)
		;
	abort();
}
