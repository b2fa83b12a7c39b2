// does: reads where nothing is
// end: signaled SIGSEGV
int main(void) {
    int *volatile nothing = 0;
    return *nothing;
}
