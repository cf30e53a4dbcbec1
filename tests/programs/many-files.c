// Makes empty files until no more can be made.
#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 1000000; i++) {
        char name[64];
        snprintf(name, sizeof name, "file%d", i);
        int file = open(name, O_CREAT | O_WRONLY, 0666);
        if (file == -1) {
            puts("full");
            return 0;
        }
        close(file);
    }
    puts("endless");
    return 0;
}
