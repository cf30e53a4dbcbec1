// Fills its folders until nothing more goes in, and prints how far that is.
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    static char block[1 << 20];
    long long total = 0;
    memset(block, 'x', sizeof block);
    for (int i = 0; i < 1000; i++) {
        char name[64];
        snprintf(name, sizeof name, "%s/file%d", i % 2 ? "/tmp" : ".", i);
        int file = open(name, O_CREAT | O_WRONLY, 0666);
        if (file == -1)
            break;
        ssize_t count = 0;
        for (int j = 0; j < 16 && (count = write(file, block, sizeof block)) > 0; j++)
            total += count;
        close(file);
        if (count <= 0)
            break;
    }
    puts(total <= 64 << 20 ? "full" : "endless");
    return 0;
}
