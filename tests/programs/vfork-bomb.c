// Each process makes another and waits for it, in a way that no signal but the last ends.
#define _GNU_SOURCE
#include <unistd.h>

int main(void) {
    for (;;)
        if (vfork() == -1)
            sleep(1);
}
