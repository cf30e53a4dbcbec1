// Sends its output round in a ring of sockets that nobody can reach any more, in a process of
// its own that has left the session, and binds a name to one of them.
#define _GNU_SOURCE
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void pass(int through, int file) {
    char byte = 0, space[CMSG_SPACE(sizeof file)] = {0};
    struct iovec data = {&byte, 1};
    struct msghdr message = {.msg_iov = &data,
                             .msg_iovlen = 1,
                             .msg_control = space,
                             .msg_controllen = sizeof space};
    struct cmsghdr *header = CMSG_FIRSTHDR(&message);
    header->cmsg_level = SOL_SOCKET;
    header->cmsg_type = SCM_RIGHTS;
    header->cmsg_len = CMSG_LEN(sizeof file);
    memcpy(CMSG_DATA(header), &file, sizeof file);
    if (sendmsg(through, &message, 0) != 1)
        perror("sendmsg");
}

static void make_ring(void) {
    enum { LENGTH = 8 };
    int pairs[LENGTH][2];
    for (int i = 0; i < LENGTH; i++)
        if (socketpair(AF_UNIX, SOCK_DGRAM, 0, pairs[i]) != 0)
            perror("socketpair");
    struct sockaddr_un name = {AF_UNIX, "\0plyjudge-ring"};
    bind(pairs[0][0], (struct sockaddr *)&name, offsetof(struct sockaddr_un, sun_path) + 14);
    for (int i = 0; i < LENGTH; i++) {
        pass(pairs[i][0], 1);
        pass(pairs[i][0], 2);
        pass(pairs[i][0], pairs[(i + 1) % LENGTH][0]);
        pass(pairs[i][0], pairs[(i + 1) % LENGTH][1]);
    }
}

int main(void) {
    puts("done");
    fflush(stdout);
    make_ring();
    if (fork() == 0) {
        setsid();
        if (fork() == 0) {
            make_ring();
            pause();
        }
    }
    return 0;
}
