// Makes a system call in the way of 32-bit programs: unshare, by its number there.
#include <stdio.h>

int main(void) {
#ifdef __x86_64__
    int result;
    __asm__ volatile("int $0x80" : "=a"(result) : "a"(310), "b"(0x10000000) : "memory");
    printf("%d\n", result);
#endif
    return 0;
}
