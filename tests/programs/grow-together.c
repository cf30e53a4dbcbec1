// Ten processes that each take a fifth of a GiB: none too much, all together far too much.
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    size_t size = (size_t)200 << 20;
    for (int i = 0; i < 10; i++)
        if (fork() == 0) {
            volatile char *memory = malloc(size);
            for (size_t j = 0; memory && j < size; j += 1024)
                memory[j] = 1;
            for (;;)
                pause();
        }
    while (wait(NULL) > 0)
        ;
    for (;;)
        pause();
}
