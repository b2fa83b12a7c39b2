#include "given.h"

int main(void) { return times(1); }
