#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long deep(int n) { return n == 0 ? 0 : n + deep(n - 1); }

int main(int count, char **words)
{
	const char *mode = words[count - 1];
	if (!strcmp(mode, "hello")) {
		puts("hello");
	} else if (!strcmp(mode, "sum")) {
		long sum = 0, x;
		while (scanf("%ld", &x) == 1)
			sum += x;
		printf("%ld\n", sum);
	} else if (!strcmp(mode, "exit")) {
		return 3;
	} else if (!strcmp(mode, "loop")) {
		for (volatile int i = 0;; i++)
			;
	} else if (!strcmp(mode, "memory")) {
		for (;;)
			memset(malloc(1 << 20), 1, 1 << 20);
	} else if (!strcmp(mode, "deep")) {
		printf("%ld\n", deep(100000));
	}
	return 0;
}
