// One thread changes the protection of many pieces of memory without end, so that whoever
// wants to look at the memory's map waits for it; another takes 4 GiB and prints that.
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

#define PIECES 20000

static char *pieces;

static void *change(void *unused) {
    for (;;)
        for (int i = 0; i < 2; i++) {
            for (int j = i; j < PIECES; j += 2)
                mprotect(pieces + j * 4096L, 4096, PROT_READ);
            mprotect(pieces, PIECES * 4096L, PROT_READ | PROT_WRITE);
        }
    return unused;
}

int main(void) {
    int both = PROT_READ | PROT_WRITE, own = MAP_PRIVATE | MAP_ANONYMOUS;
    pieces = mmap(NULL, PIECES * 4096L, both, own, -1, 0);
    for (int i = 0; i < 2; i++) {
        pthread_t thread;
        pthread_create(&thread, NULL, change, NULL);
    }
    long size = 4L << 30;
    char *memory = mmap(NULL, size, both, own | MAP_NORESERVE, -1, 0);
    for (long i = 0; i < size; i += 4096)
        memory[i] = 1;
    puts("done");
    fflush(stdout);
    for (;;)
        pause();
}
