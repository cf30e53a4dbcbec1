// Starts threads as long as it can, prints whether that came to an end, and waits.
#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static void *wait_forever(void *nothing) {
    for (;;)
        pause();
    return nothing;
}

int main(void) {
    int count = 0;
    pthread_t thread;
    while (count < 100000 && pthread_create(&thread, NULL, wait_forever, NULL) == 0)
        count++;
    puts(count < 1000 ? "few" : "many");
    fflush(stdout);
    for (;;)
        pause();
}
