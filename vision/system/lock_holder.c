/* Finds the holder of a lock in /proc/locks. */
#include "vision/system/lock_holder.h"

#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

/* The process that holds a flock on this inode; 0: not known. Devices are not compared: on some file systems
 * /proc/locks names another one than stat does. */
static int find_holder(unsigned long long inode) {
    char line[256];
    int holder = 0;
    FILE *f = fopen("/proc/locks", "re");
    while (f && !holder && fgets(line, sizeof line, f)) {
        int process;
        unsigned long long locked;
        const char *kind = strstr(line, "FLOCK");
        if (kind && !strstr(line, "->") &&
            sscanf(kind, "FLOCK %*s %*s %d %*x:%*x:%llu", &process, &locked) == 2 && locked == inode &&
            process > 0)
            holder = process;
    }
    if (f) fclose(f);
    return holder;
}

/* Its name and arguments with a blank between them. */
static size_t read_command(char *to, size_t room, int process) {
    char path[64];
    snprintf(path, sizeof path, "/proc/%d/cmdline", process);
    FILE *f = fopen(path, "re");
    size_t n = f ? fread(to, 1, room - 1, f) : 0;
    if (f) fclose(f);
    while (n && !to[n - 1])
        n--;
    for (size_t i = 0; i < n; i++)
        if ((unsigned char)to[i] < ' ') to[i] = ' ';
    to[n] = 0;
    return n;
}

const char *sq_lock_holder(sq_holder *to, int file) {
    struct stat s;
    char command[sizeof to->text - sizeof " (process 2147483647)"];
    int process = fstat(file, &s) ? 0 : find_holder(s.st_ino);
    if (process && read_command(command, sizeof command, process)) {
        const char *space = strchr(command, ' '), *slash = NULL;
        for (const char *c = command; *c && c != space; c++)
            if (*c == '/') slash = c;
        snprintf(to->text, sizeof to->text, "%s (process %d)", slash ? slash + 1 : command, process);
    } else {
        snprintf(to->text, sizeof to->text, "another squint");
    }
    return to->text;
}
