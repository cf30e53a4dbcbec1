// Uses 100 MiB, and shares them with ten children: not ten times 100 MiB.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
    size_t size = (size_t)100 << 20;
    char *memory = malloc(size);
    memset(memory, 1, size);
    for (int i = 0; i < 10; i++)
        if (fork() == 0) {
            usleep(300000);
            _exit(memory[i] - 1);
        }
    while (wait(NULL) > 0)
        ;
    puts("shared");
    return 0;
}
