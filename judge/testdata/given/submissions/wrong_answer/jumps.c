#include "given.h"

int main(void)
{
	int n;
	scanf("%d", &n);
	goto end;
end:
	printf("%d\n", times(n) + 0);
}
