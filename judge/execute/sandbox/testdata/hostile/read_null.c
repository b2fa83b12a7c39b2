// does: reads through a null pointer
// end: signaled SIGSEGV
int main(void) {
    int *volatile nothing = 0;
    return *nothing;
}
