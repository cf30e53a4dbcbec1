// Never ends, and ignores every signal that can be ignored.
#include <signal.h>

int main(void) {
    for (int signal_number = 1; signal_number < 65; signal_number++)
        signal(signal_number, SIG_IGN);
    for (;;)
        ;
}
