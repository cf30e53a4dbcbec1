// Writes one file without end.
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    int file = open("large", O_CREAT | O_WRONLY, 0666);
    while (write(file, block, sizeof block) > 0)
        ;
    return 1;
}
