// Prints how many processes it can have at one time, itself included.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    int count = 1;
    for (pid_t child; (child = fork()) != -1; count++)
        if (child == 0)
            for (;;)
                pause();
    printf("%d\n", count);
    return 0;
}
