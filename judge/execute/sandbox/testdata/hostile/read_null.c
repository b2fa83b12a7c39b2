// does: reads through a null pointer
// end: signaled SIGSEGV
// uncontained: as above
int main(void) {
    int *volatile nothing = 0;
    return *nothing;
}
