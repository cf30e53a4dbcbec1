// Tries to raise every limit it is under and prints which it could; then never ends.
#include <stdio.h>
#include <sys/resource.h>

int main(void) {
    for (int limit = 0; limit < RLIM_NLIMITS; limit++) {
        struct rlimit had, more;
        getrlimit(limit, &had);
        more.rlim_cur = more.rlim_max = RLIM_INFINITY;
        if (had.rlim_max != RLIM_INFINITY && setrlimit(limit, &more) == 0)
            printf("raised %d\n", limit);
        had.rlim_cur = had.rlim_max;
        setrlimit(limit, &had);
    }
    fflush(stdout);
    for (;;)
        ;
}
