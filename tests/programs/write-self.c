// Tries to change, replace and remove its own file, and to leave another next to it.
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int count, char **words) {
    (void)count;
    if (open(words[0], O_WRONLY) != -1 || open("/proc/self/exe", O_WRONLY) != -1)
        puts("opened");
    if (unlink(words[0]) == 0)
        puts("removed");
    if (chmod(words[0], 0777) == 0)
        puts("changed");
    if (rename(words[0], "/program/other") == 0)
        puts("renamed");
    if (open("/program/new", O_CREAT | O_WRONLY, 0777) != -1)
        puts("made");
    if (truncate(words[0], 0) == 0)
        puts("emptied");
    return 0;
}
