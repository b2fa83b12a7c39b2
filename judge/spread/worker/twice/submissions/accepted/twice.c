#include <stdio.h>
int main(void) { int n; return scanf("%d", &n) != 1 || printf("%d\n", 2 * n) < 0; }
