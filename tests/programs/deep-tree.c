// Makes a chain of folders, four times as long as any path may be; closes each behind itself.
// Landlock looks at every folder above, so the work grows with the square of the depth.
#include <stdio.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void) {
    int depth = 0;
    while (depth < 2000 && mkdir("a folder", 0777) == 0 && chdir("a folder") == 0) {
        symlink("..", "\n \xff");
        chmod(".", 0300);
        depth++;
    }
    puts(depth == 2000 ? "deep" : "flat");
    return 0;
}
