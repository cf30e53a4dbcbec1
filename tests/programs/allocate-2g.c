// Takes two GiB and uses all of it.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
    size_t size = (size_t)2 << 30;
    char *memory = malloc(size);
    if (!memory)
        return 1;
    memset(memory, 1, size);
    puts("had it all");
    return memory[size / 3] - 1;
}
