// Works for as many milliseconds as it is told to, prints "done".
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

int main(int count, char **words) {
    long wanted = count > 1 ? atol(words[1]) : 0;
    while (clock() < wanted * (CLOCKS_PER_SEC / 1000))
        ;
    puts("done");
    return 0;
}
