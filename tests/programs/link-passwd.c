// Leaves links to files of the system in its folder, and prints whether they lead to users
// of the machine.
#include <stdio.h>
#include <string.h>
#include <unistd.h>

int main(void) {
    char line[1024];
    int users = 0;
    symlink("/etc/passwd", "passwd");
    symlink("/etc/shadow", "shadow");
    symlink("/", "root");
    link("/usr/bin/env", "hard");
    for (int i = 0; i < 2; i++) {
        FILE *file = fopen(i ? "shadow" : "passwd", "r");
        while (file && fgets(line, sizeof line, file))
            users += strncmp(line, "root:", 5) && strncmp(line, "box:", 4);
    }
    printf("%d\n", users);
    return 0;
}
