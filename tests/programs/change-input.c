// Tries to change what it reads, for those who read it after it.
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    int again = open("/proc/self/fd/0", O_RDWR);
    if (write(0, "x", 1) == 1 || (again != -1 && write(again, "x", 1) == 1))
        puts("wrote");
    if (ftruncate(0, 0) == 0 || (again != -1 && ftruncate(again, 0) == 0))
        puts("emptied");
    if (mmap(NULL, 1, PROT_WRITE, MAP_SHARED, 0, 0) != MAP_FAILED)
        puts("mapped");
    puts("done");
    return 0;
}
