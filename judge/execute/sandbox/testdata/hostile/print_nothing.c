// does: nothing
// end: exited 0
int main(void) { return 0; }
