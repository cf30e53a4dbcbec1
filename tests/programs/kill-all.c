// Kills every process it may.
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

int main(void) {
    kill(-1, SIGKILL);
    kill(-1, SIGSTOP);
    usleep(20000);
    puts("done");
    return 0;
}
