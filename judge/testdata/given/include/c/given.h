#include <stdio.h>
static int times(int n) { return {{factor}} * n; }
