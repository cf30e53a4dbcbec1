// Leaves a daemon behind: forked twice, in a session of its own, with nothing open.
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts("done");
    fflush(stdout);
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            for (int file = 0; file < 3; file++)
                close(file);
            for (;;)
                pause();
        }
        _exit(0);
    }
    return 0;
}
