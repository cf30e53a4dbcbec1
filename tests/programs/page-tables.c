// Reads one byte in each 2 MiB of 256 GiB: no memory of its own, but page tables.
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

int main(void) {
    size_t size = (size_t)256 << 30, sum = 0;
    char *memory = mmap(NULL, size, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    for (size_t i = 0; memory != MAP_FAILED && i < size; i += 2 << 20)
        sum += ((volatile char *)memory)[i];
    sleep(1);
    printf("done %zu\n", sum);
    return 0;
}
