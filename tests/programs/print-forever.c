// Prints without end.
#include <string.h>
#include <unistd.h>

int main(void) {
    char block[4096];
    memset(block, 'x', sizeof block);
    while (write(1, block, sizeof block) > 0)
        ;
    return 0;
}
