// Makes system calls that no program here needs; prints those that were not refused.
#define _GNU_SOURCE
#include <errno.h>
#include <sched.h>
#include <stdio.h>
#include <sys/mount.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

static void try(const char *name, long number, long a, long b, long c) {
    errno = 0;
    long result = syscall(number, a, b, c, 0, 0, 0);
    if (result != -1 || (errno != EPERM && errno != ENOSYS))
        printf("%s: %ld, error %d\n", name, result, errno);
    if (number == SYS_clone && result == 0)
        _exit(0);
}

int main(void) {
    try("unshare user", SYS_unshare, CLONE_NEWUSER, 0, 0);
    try("unshare mount", SYS_unshare, CLONE_NEWNS, 0, 0);
    try("clone user", SYS_clone, CLONE_NEWUSER | 17, 0, 0);
    try("clone net", SYS_clone, CLONE_NEWNET | 17, 0, 0);
    try("clone3", SYS_clone3, 0, 0, 0);
    try("setns", SYS_setns, 0, 0, 0);
    try("mount", SYS_mount, (long)"none", (long)"/tmp", (long)"tmpfs");
    try("umount", SYS_umount2, (long)"/proc", MNT_DETACH, 0);
    try("fsopen", SYS_fsopen, (long)"tmpfs", 0, 0);
    try("open_tree", SYS_open_tree, -100, (long)"/", 1);
    try("pivot_root", SYS_pivot_root, (long)"/tmp", (long)"/tmp", 0);
    try("chroot", SYS_chroot, (long)"/tmp", 0, 0);
    try("keyctl", SYS_keyctl, 0, -3, 1);
    try("add_key", SYS_add_key, (long)"user", (long)"x", (long)"x");
    try("bpf", SYS_bpf, 0, 0, 0);
    try("perf_event_open", SYS_perf_event_open, 0, 0, 0);
    try("io_uring_setup", SYS_io_uring_setup, 1, 0, 0);
    try("userfaultfd", SYS_userfaultfd, 0, 0, 0);
    try("kexec_load", SYS_kexec_load, 0, 0, 0);
    try("init_module", SYS_init_module, 0, 0, 0);
    try("ptrace", SYS_ptrace, 0, 0, 0);
    try("process_vm_writev", SYS_process_vm_writev, 1, 0, 0);
    try("pidfd_getfd", SYS_pidfd_getfd, 0, 0, 0);
    try("mknod", SYS_mknodat, -100, (long)"disk", 0060666);
    try("process_vm_readv", SYS_process_vm_readv, getpid(), 0, 0);
    try("memfd_create", SYS_memfd_create, (long)"x", 0, 0);
    try("sethostname", SYS_sethostname, (long)"x", 1, 0);
    try("syslog", SYS_syslog, 3, 0, 0);
    try("reboot", SYS_reboot, 0, 0, 0);
    long context = 0, size = 1 << 20, pair[2] = {0};
    try("io_setup", SYS_io_setup, 1, (long)&context, 0);
    try("inotify", SYS_inotify_init1, 0, 0, 0);
    try("fanotify", SYS_fanotify_init, 0, 0, 0);
    try("vmsplice", SYS_vmsplice, 1, 0, 0);
    try("memfd_secret", SYS_memfd_secret, 0, 0, 0);
    try("shmget", SYS_shmget, 0, 4096, 0600);
    try("msgget", SYS_msgget, 0, 0600, 0);
    try("semget", SYS_semget, 0, 1, 0600);
    try("mq_open", SYS_mq_open, (long)"x", 0102, 0600);
    try("process_mrelease", SYS_process_mrelease, 0, 0, 0);
    try("process_madvise", SYS_process_madvise, 0, 0, 0);
    try("pidfd_send_signal", SYS_pidfd_send_signal, 0, 0, 0);
    try("set_mempolicy", SYS_set_mempolicy, 0, 0, 0);
    try("name_to_handle_at", SYS_name_to_handle_at, -100, (long)"/", 0);
    try("landlock", SYS_landlock_create_ruleset, 0, 0, 1);
    try("seccomp", SYS_seccomp, 2, 0, 0);
    try("seccomp by prctl", SYS_prctl, 22, 1, 0);
    try("subreaper", SYS_prctl, 36, 1, 0);
    try("setsid", SYS_setsid, 0, 0, 0);
    try("setgroups", SYS_setgroups, 0, 0, 0);
    try("capset", SYS_capset, 0, 0, 0);
    try("internet", SYS_socket, AF_INET, SOCK_STREAM, 0);
    try("internet 6", SYS_socket, AF_INET6, SOCK_DGRAM, 0);
    try("netlink", SYS_socket, 16, SOCK_RAW, 0);
    syscall(SYS_socketpair, AF_UNIX, SOCK_STREAM, 0, pair);
    for (int option = 7; option <= 8; option++) {
        errno = 0;
        if (setsockopt(((int *)pair)[0], SOL_SOCKET, option, &size, sizeof(int)) == 0)
            printf("larger buffers\n");
    }
    errno = 0;
    if (syscall(SYS_mmap, 0, 2 << 20, 3, 0x40022, -1, 0) != -1 || errno != EPERM)
        printf("large pages, error %d\n", errno);
    try("not yet invented", 9999, 0, 0, 0);
    try("other numbering", 0x40000000 | SYS_getpid, 0, 0, 0);
    return 0;
}
