// Makes a chain of folders, longer than any path may be; closes
// each behind itself.
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int depth = 0;
    while (depth < 6000 && mkdir("a folder", 0777) == 0 && chdir("a folder") == 0) {
        symlink("..", "\n \xff");
        chmod(".", 0300);
        depth++;
    }
    puts(depth > 4096 ? "deep" : "flat");
    return 0;
}
