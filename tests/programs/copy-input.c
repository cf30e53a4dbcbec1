// Copies standard input to standard output, twice: from the start again, as from a file.
#include <stdio.h>

int main(void) {
    int byte;
    for (int i = 0; i < 2; i++) {
        while ((byte = getchar()) != EOF)
            putchar(byte);
        rewind(stdin);
    }
    return 0;
}
