// Tries to read the files whose paths it is given: as they are, through /proc, upwards from
// where it is, and through links. Prints what it gets.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

static void try(const char *path) {
    char content[256];
    int file = open(path, O_RDONLY);
    if (file == -1)
        return;
    ssize_t count = read(file, content, sizeof content - 1);
    if (count > 0) {
        content[count] = 0;
        printf("%s: %s\n", path, content);
    }
    close(file);
}

int main(int count, char **words) {
    static const char *ways[] = {
        "",           "/proc/1/root",     "/proc/self/root",
        "/proc/2/root", "/proc/1/cwd",    "../../../../../../../../..",
        "/proc/self/cwd/../../../../..",  "/proc/self/fd/0/..",
        "/proc/self/fd/1/..",             "/dev/fd/../../../..",
    };
    char path[8192];
    for (int i = 1; i < count; i++) {
        for (size_t j = 0; j < sizeof ways / sizeof *ways; j++) {
            snprintf(path, sizeof path, "%s%s", ways[j], words[i]);
            try(path);
        }
        if (symlink(words[i], "link") == 0)
            try("link");
        unlink("link");
    }
    for (int process = 1; process < 100; process++)
        for (int file = 0; file < 100; file++) {
            if (process == getpid() && file < 3)
                continue;
            snprintf(path, sizeof path, "/proc/%d/fd/%d", process, file);
            try(path);
        }
    return 0;
}
