#include <stdio.h>
int main(void) { int n; return scanf("%d", &n) == 1 && n >= 0 && n <= 1000 ? 42 : 43; }
