// Forks, in groups and sessions of their own, and everybody stops.
#include <signal.h>
#include <unistd.h>

int main(void) {
    for (int i = 0; i < 20; i++)
        if (fork() == 0) {
            if (i % 2)
                setsid();
            else
                setpgid(0, 0);
            raise(SIGSTOP);
            for (;;)
                pause();
        }
    raise(SIGSTOP);
    for (;;)
        pause();
}
