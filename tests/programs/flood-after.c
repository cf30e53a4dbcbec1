// Prints the right answer and exits; two of its children go on printing, on both streams.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    puts("right");
    fflush(stdout);
    for (int stream = 1; stream <= 2; stream++)
        if (fork() == 0) {
            setsid();
            if (fork() != 0)
                _exit(0);
            signal(SIGTERM, SIG_IGN);
            signal(SIGPIPE, SIG_IGN);
            usleep(1000000);
            for (;;)
                write(stream, "x", 1);
        }
    return 0;
}
