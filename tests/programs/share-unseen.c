// Has 256 MiB of shared memory that is in nobody's page tables, in whichever way there is
// one; then the same by itself. Prints that it is done.
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/shm.h>
#include <sys/syscall.h>
#include <unistd.h>

#define SIZE ((size_t)256 << 20)

static void *fill(void *memory) {
    for (size_t i = 0; memory != MAP_FAILED && i < SIZE; i += 4096) {
        ((volatile char *)memory)[i] = 1;
        if (i % (1 << 20) == 0 && i > 0)
            madvise((char *)memory + i - (1 << 20), 1 << 20, MADV_DONTNEED);
    }
    return memory;
}

int main(void) {
    int both = PROT_READ | PROT_WRITE;
    int file = syscall(SYS_memfd_create, "x", 0);
    if (file != -1 && ftruncate(file, SIZE) == 0)
        fill(mmap(NULL, SIZE, both, MAP_SHARED, file, 0));
    int segment = shmget(IPC_PRIVATE, SIZE, 0600);
    if (segment != -1)
        fill(shmat(segment, NULL, 0));
    fill(mmap(NULL, SIZE, both, MAP_SHARED | MAP_ANONYMOUS, -1, 0));
    fill(mmap(NULL, SIZE, both, 3 /* validated */ | MAP_ANONYMOUS, -1, 0));
    if ((file = open("/dev/zero", O_RDWR)) != -1)
        fill(mmap(NULL, SIZE, both, MAP_SHARED, file, 0));
    void *memory = mmap(NULL, SIZE, both, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    memset(memory, 1, SIZE);
    sleep(1);
    puts("done");
    return 0;
}
