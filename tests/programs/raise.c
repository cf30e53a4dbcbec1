// Sends itself the signal whose number it is given.
#include <signal.h>
#include <stdlib.h>

int main(int count, char **words) {
    if (count > 1)
        raise(atoi(words[1]));
    return 0;
}
