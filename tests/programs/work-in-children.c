// Does nothing itself; one child after another works for a moment, never waited for.
#include <signal.h>
#include <time.h>
#include <unistd.h>

int main(void) {
    signal(SIGCHLD, SIG_IGN);
    for (;;) {
        if (fork() == 0) {
            clock_t start = clock();
            while (clock() - start < CLOCKS_PER_SEC / 20)
                ;
            _exit(0);
        }
        usleep(50000);
    }
}
