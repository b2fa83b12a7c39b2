// does: calls exec in one thread while the others exit
// end: exited 0
// flags: -pthread
#include <pthread.h>
#include <unistd.h>

static void *become(void *nothing) {
    execl("/bin/true", "true", (char *)0);
    return nothing;
}

static void *end(void *nothing) { return nothing; }

int main(void) {
    pthread_t threads[8];
    for (int i = 0; i < 8; i++) pthread_create(&threads[i], 0, i == 5 ? become : end, 0);
    pthread_exit(0);
}
