// Prints "right", and 100 MiB of complaints.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    puts("right");
    fflush(stdout);
    memset(block, 'e', sizeof block);
    for (int i = 0; i < 100; i++)
        write(2, block, sizeof block);
    return 0;
}
