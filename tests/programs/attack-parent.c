// Goes for its parent and for process 1: signals, tracing, their memory. Prints what worked.
#define _GNU_SOURCE
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <sys/ptrace.h>
#include <sys/uio.h>
#include <unistd.h>

static void attack(pid_t process) {
    static const int signals[] = {SIGKILL, SIGSTOP, SIGTERM, SIGSEGV, SIGINT, SIGHUP};
    char path[64], byte;
    struct iovec here = {&byte, 1}, there = {(void *)0x400000, 1};
    if (ptrace(PTRACE_ATTACH, process, 0, 0) == 0)
        printf("traced %d\n", process);
    if (ptrace(PTRACE_SEIZE, process, 0, 0) == 0)
        printf("seized %d\n", process);
    if (process_vm_readv(process, &here, 1, &there, 1, 0) == 1)
        printf("read %d\n", process);
    for (int i = 0; i < 3; i++) {
        static const char *names[] = {"mem", "environ", "fd/0"};
        snprintf(path, sizeof path, "/proc/%d/%s", process, names[i]);
        if (open(path, O_RDONLY) != -1)
            printf("opened %s\n", path);
    }
    for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
        kill(process, signals[i]);
}

int main(void) {
    attack(getppid());
    attack(1);
    attack(0x7fffffff);
    usleep(20000);
    puts("done");
    return 0;
}
