// Takes a MiB every few milliseconds and keeps it.
#include <stdlib.h>
#include <unistd.h>

int main(void) {
    for (;;) {
        volatile char *memory = malloc(1 << 20);
        for (size_t i = 0; memory && i < 1 << 20; i += 1024)
            memory[i] = 1;
        usleep(2000);
    }
}
