// Tries to reach others: a port of the loopback address (first word), an abstract socket
// (second), an address out there, a name server. Prints whom it reached.
#include <arpa/inet.h>
#include <netinet/in.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

static void internet(const char *address, int port, int type) {
    struct sockaddr_in to = {.sin_family = AF_INET, .sin_port = htons(port)};
    int s = socket(AF_INET, type, 0);
    inet_pton(AF_INET, address, &to.sin_addr);
    if (connect(s, (struct sockaddr *)&to, sizeof to) == 0 && send(s, "x", 1, 0) == 1)
        printf("reached %s\n", address);
    close(s);
}

int main(int count, char **words) {
    int port = count > 1 ? atoi(words[1]) : 80;
    internet("127.0.0.1", port, SOCK_STREAM);
    internet("127.0.0.1", port, SOCK_DGRAM);
    internet("93.184.216.34", 80, SOCK_STREAM);
    internet("8.8.8.8", 53, SOCK_DGRAM);

    struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
    six.sin6_addr = in6addr_loopback;
    int s = socket(AF_INET6, SOCK_STREAM, 0);
    if (connect(s, (struct sockaddr *)&six, sizeof six) == 0)
        puts("reached ::1");

    struct sockaddr_un name = {.sun_family = AF_UNIX};
    if (count > 2) {
        strncpy(name.sun_path + 1, words[2], sizeof name.sun_path - 2);
        s = socket(AF_UNIX, SOCK_STREAM, 0);
        socklen_t size = offsetof(struct sockaddr_un, sun_path) + 1 + strlen(words[2]);
        if (connect(s, (struct sockaddr *)&name, size) == 0)
            puts("reached an abstract socket");
    }
    static const int families[] = {AF_NETLINK, AF_PACKET, AF_VSOCK, AF_ALG, AF_BLUETOOTH};
    for (size_t i = 0; i < sizeof families / sizeof *families; i++)
        if (socket(families[i], SOCK_RAW, 0) != -1 || socket(families[i], SOCK_STREAM, 0) != -1)
            printf("has family %d\n", families[i]);
    return 0;
}
