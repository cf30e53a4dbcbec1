// Prints all 256 bytes, in order: not UTF-8, with a zero in it.
#include <stdio.h>

int main(void) {
    for (int byte = 0; byte < 256; byte++)
        putchar(byte);
    return 0;
}
