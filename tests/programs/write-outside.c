// Tries to write, make, rename and remove things all over the place; prints what it could.
#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

static void try(const char *folder) {
    char path[4096];
    snprintf(path, sizeof path, "%s/plyjudge-was-here", folder);
    if (open(path, O_CREAT | O_WRONLY, 0666) != -1)
        printf("wrote %s\n", path);
    snprintf(path, sizeof path, "%s/plyjudge-folder", folder);
    if (mkdir(path, 0777) == 0)
        printf("made %s\n", path);
    if (chmod(folder, 0777) == 0)
        printf("changed %s\n", folder);
}

int main(int count, char **words) {
    static const char *folders[] = {
        "/",     "/bin",     "/dev",     "/etc",          "/home",      "/lib",  "/proc",
        "/root", "/proc/sys/kernel",     "/run",          "/sys",       "/usr",  "/usr/bin",
        "/var",  "/usr/local",           "/program",      "/proc/1/root", "/proc/1/cwd",
        "/sys/fs/cgroup",                "/box/work/../../usr",          "/etc/alternatives",
    };
    for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
        try(folders[i]);
    for (int i = 1; i < count; i++)
        try(words[i]);
    if (unlink("/usr/bin/env") == 0 || rename("/usr/bin/env", "env") == 0)
        puts("removed a system file");
    if (open("/usr/bin/env", O_WRONLY) != -1)
        puts("opened a system file");
    if (open("/proc/sys/kernel/core_pattern", O_WRONLY) != -1)
        puts("opened a kernel setting");
    return 0;
}
