// Does to process 1 and to its parent what one process may do to another of the same user,
// signals apart. Prints what worked.
#define _GNU_SOURCE
#include <fcntl.h>
#include <sched.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

static void try(const char *what, long number, long a, long b, long c, long d) {
    if (syscall(number, a, b, c, d, 0, 0) != -1)
        printf("%s\n", what);
}

static void meddle(pid_t process) {
    static const char *const files[] = {"mem", "oom_score_adj", "timerslack_ns",
        "coredump_filter", "autogroup", "clear_refs", "comm", "loginuid", "sched",
        "attr/current", "setgroups", "uid_map", "projid_map"};
    for (int limit = 0; limit < RLIM_NLIMITS; limit++) {
        struct rlimit old, none = {1, 1};
        try("read a limit", SYS_prlimit64, process, limit, 0, (long)&old);
        try("set a limit", SYS_prlimit64, process, limit, (long)&none, 0);
    }
    uint64_t processors = 1;
    struct sched_param param = {0};
    struct { uint32_t size, policy; uint64_t flags; int32_t nice; uint32_t priority;
             uint64_t times[3]; } attributes = {48, SCHED_IDLE};
    try("tied to a processor", SYS_sched_setaffinity, process, 8, (long)&processors, 0);
    try("set the scheduler", SYS_sched_setscheduler, process, SCHED_IDLE, (long)&param, 0);
    try("set scheduling", SYS_sched_setattr, process, (long)&attributes, 0, 0);
    try("set parameters", SYS_sched_setparam, process, (long)&param, 0, 0);
    try("set the priority", SYS_setpriority, PRIO_PROCESS, process, 19, 0);
    try("set the group's priority", SYS_setpriority, PRIO_PGRP, process, 19, 0);
    try("set the user's priority", SYS_setpriority, PRIO_USER, 0, 19, 0);
    try("set the I/O priority", SYS_ioprio_set, 1, process, 3 << 13, 0);
    try("set the user's I/O priority", SYS_ioprio_set, 3, getuid(), 3 << 13, 0);
    try("opened", SYS_pidfd_open, process, 0, 0, 0);
    try("compared", SYS_kcmp, process, getpid(), 1, 0);
    try("moved memory", SYS_migrate_pages, process, 8, (long)&processors, (long)&processors);
    try("moved pages", SYS_move_pages, process, 0, 0, 0);
    void *head;
    size_t size;
    try("read robust locks", SYS_get_robust_list, process, (long)&head, (long)&size, 0);
    try("joined a group", SYS_setpgid, process, getpid(), 0, 0);
    try("shared a core", SYS_prctl, 62, 2, process, 0);
    char path[64];
    for (size_t i = 0; i < sizeof files / sizeof *files; i++) {
        snprintf(path, sizeof path, "/proc/%d/%s", process, files[i]);
        if (open(path, O_WRONLY) != -1)
            printf("opened %s\n", path);
    }
}

int main(void) {
    meddle(1);
    if (getppid() != 1)
        meddle(getppid());
    // To oneself it is all right.
    struct rlimit files = {16, 16};
    struct sched_param ordinary = {0};
    if (setrlimit(RLIMIT_NOFILE, &files) != 0 || setpriority(PRIO_PROCESS, 0, 5) != 0 ||
        sched_setscheduler(getpid(), SCHED_OTHER, &ordinary) != 0)
        puts("not even to itself");
    return 0;
}
