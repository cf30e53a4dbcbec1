// Eight processes that fill as many sockets as they can have with data that nobody reads.
#include <fcntl.h>
#include <stdio.h>
#include <sys/socket.h>
#include <unistd.h>

int main(void) {
    static char data[1 << 16];
    for (int i = 0; i < 7; i++)
        if (fork() == 0)
            break;
    int pair[2], size = 4 << 20;
    while (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) == 0)
        for (int i = 0; i < 2; i++) {
            setsockopt(pair[i], SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
            fcntl(pair[i], F_SETFL, O_NONBLOCK);
            while (write(pair[i], data, sizeof data) > 0)
                ;
        }
    sleep(1);
    puts("done");
    return 0;
}
