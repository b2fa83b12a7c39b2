// does: nothing
// end: exited 0
// uncontained: as above
int main(void) { return 0; }
