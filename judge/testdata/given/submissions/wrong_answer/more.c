#include "given.h"

int main(void)
{
	int n;
	scanf("%d", &n);
	printf("%d\n", times(n) + 1);
}
