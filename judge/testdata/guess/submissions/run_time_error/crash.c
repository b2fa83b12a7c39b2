/* Crashes after a guess. */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
	puts("400");
	fflush(stdout);
	abort();
}
