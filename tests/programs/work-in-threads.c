// Eight threads work; none of them for long, by its own clock.
#include <pthread.h>
#include <stddef.h>

static void *work(void *nothing) {
    for (volatile int i = 0;; i++)
        ;
    return nothing;
}

int main(void) {
    pthread_t thread;
    for (int i = 0; i < 7; i++)
        pthread_create(&thread, NULL, work, NULL);
    work(NULL);
}
