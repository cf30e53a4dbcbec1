// Reads standard input, and does not notice its end.
#include <unistd.h>

int main(void) {
    char byte;
    for (;;)
        read(0, &byte, 1);
}
