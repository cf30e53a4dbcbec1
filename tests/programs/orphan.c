// Ends, but leaves a child that goes on working and keeps standard output open.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts("done");
    fflush(stdout);
    if (fork() == 0)
        for (;;)
            ;
    return 0;
}
