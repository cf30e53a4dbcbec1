// Makes files that are large without being full, and uses them as memory; prints what it
// could.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    signal(SIGXFSZ, SIG_IGN);
    int file = open("file", O_CREAT | O_RDWR, 0666);
    if (ftruncate(file, 1L << 40) == 0)
        puts("a tebibyte");
    if (posix_fallocate(file, 0, 1L << 30) == 0)
        puts("a gibibyte");
    if (pwrite(file, "x", 1, 1L << 35) == 1)
        puts("far away");
    if (truncate("/proc/self/fd/1", 1L << 40) == 0 || fallocate(1, 0, 0, 1L << 30) == 0)
        puts("the output");
    puts("tried");
    return 0;
}
