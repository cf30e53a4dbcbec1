// Never ends, and does nothing.
#include <unistd.h>

int main(void) {
    for (;;)
        pause();
}
