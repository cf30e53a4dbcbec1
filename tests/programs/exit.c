// Prints "right" and exits with the status it is given.
#include <stdio.h>
#include <stdlib.h>

int main(int count, char **words) {
    puts("right");
    return count > 1 ? atoi(words[1]) : 0;
}
