// Runs out of stack.
#include <stdio.h>

static int deeper(volatile char *above) {
    volatile char here[4096];
    here[0] = above[0];
    return deeper(here) + here[0];
}

int main(void) {
    char top[1] = {1};
    printf("%d\n", deeper(top));
    return 0;
}
