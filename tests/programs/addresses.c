/* Says so where memory is laid out at random although that can be helped. */
#include <stdio.h>
#include <sys/personality.h>

int main(void) {
    if (!(personality(0xffffffff) & ADDR_NO_RANDOMIZE) && personality(ADDR_NO_RANDOMIZE) != -1)
        puts("random");
    return 0;
}
