/* Sleeps before its second guess. */
#include <stdio.h>
#include <unistd.h>

int main(void)
{
	puts("400");
	fflush(stdout);
	for (;;)
		sleep(1);
}
