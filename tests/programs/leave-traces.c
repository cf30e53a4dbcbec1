// Leaves all kinds of things for the next run to find, and makes its folders hard to remove.
#define _GNU_SOURCE
#include <fcntl.h>
#include <mqueue.h>
#include <stdio.h>
#include <sys/ipc.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <sys/xattr.h>
#include <unistd.h>

int main(void) {
    char name[256];
    for (int i = 0; i < 200; i++) {
        snprintf(name, sizeof name, "deep%d", i);
        if (mkdir(name, 0777) != 0 || chdir(name) != 0)
            break;
    }
    chdir("/box/work");
    open("file", O_CREAT | O_WRONLY, 0666);
    open("/tmp/file", O_CREAT | O_WRONLY, 0666);
    open("/dev/shm/file", O_CREAT | O_WRONLY, 0666);
    open("/box/file", O_CREAT | O_WRONLY, 0666);
    rename("/box/tmp", "/box/other");
    mkdir("/box/tmp", 0777);
    mkfifo("fifo", 0666);
    link("file", " -rf \n\xff *");
    struct sockaddr_un address = {AF_UNIX, "socket"};
    bind(socket(AF_UNIX, SOCK_STREAM, 0), (struct sockaddr *)&address, sizeof address);
    shmget(0x706c79, 4096, IPC_CREAT | 0666);
    semget(0x706c79, 1, IPC_CREAT | 0666);
    msgget(0x706c79, IPC_CREAT | 0666);
    mq_open("/ply", O_CREAT | O_RDWR, 0666, NULL);
    setxattr("/box", "user.note", "x", 1, 0);
    setxattr("/box/work", "user.note", "x", 1, 0);
    chmod("/box/work", 0);
    chmod("/box/tmp", 0);
    chmod("/box", 0);
    puts("left");
    return 0;
}
