// Prints the names in the folders that it is given.
#include <dirent.h>
#include <stdio.h>

int main(int count, char **words) {
    for (int i = 1; i < count; i++) {
        DIR *folder = opendir(words[i]);
        struct dirent *entry;
        while (folder && (entry = readdir(folder)))
            if (entry->d_name[0] != '.')
                printf("%s\n", entry->d_name);
    }
    return 0;
}
