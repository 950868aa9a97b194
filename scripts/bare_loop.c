// The baseline of `scripts/bench run` and `scripts/bench suite`: what running PROGRAM on every case costs when nothing is
// contained, measured or reported. For each line "INPUT<TAB>ANSWER" of CASES: vfork, exec, wait4, files as standard input
// and output, the output read back and compared with the answer byte by byte.
//
//     bare_loop CASES SCRATCH_FILE PROGRAM [ARGS...]
//
// Prints the number of cases run and of equal outputs. Exit status: 0, or 2 when a file or the program cannot be used.

#define _GNU_SOURCE
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

static void fail(const char* what, const char* name) {
    fprintf(stderr, "bare_loop: cannot %s '%s'\n", what, name);
    exit(2);
}

static size_t fill(int fd, char* buffer, size_t size) {
    size_t length = 0;
    ssize_t got;
    while (length < size && (got = read(fd, buffer + length, size - length)) > 0) length += (size_t)got;
    return length;
}

static int equal(int output, int answer) {
    static char ours[1 << 16], theirs[1 << 16];
    for (;;) {
        size_t a = fill(output, ours, sizeof ours), b = fill(answer, theirs, sizeof theirs);
        if (a != b || memcmp(ours, theirs, a) != 0) return 0;
        if (a < sizeof ours) return 1;
    }
}

static int run_case(const char* input_path, const char* answer_path, int output, char** argv) {
    int input = open(input_path, O_RDONLY | O_CLOEXEC), answer = open(answer_path, O_RDONLY | O_CLOEXEC);
    if (input < 0) fail("open", input_path);
    if (answer < 0) fail("open", answer_path);
    if (ftruncate(output, 0) != 0 || lseek(output, 0, SEEK_SET) != 0) fail("rewind", "the scratch file");
    pid_t child = vfork();
    if (child == 0) {
        dup2(input, 0);
        dup2(output, 1);
        execv(argv[0], argv);
        _exit(127);
    }
    int status = 0;
    struct rusage usage;
    if (child < 0 || wait4(child, &status, 0, &usage) < 0) fail("start", argv[0]);
    if (WIFEXITED(status) && WEXITSTATUS(status) == 127) fail("run", argv[0]);
    lseek(output, 0, SEEK_SET);
    int same = equal(output, answer);
    close(input);
    close(answer);
    return same;
}

int main(int argc, char** argv) {
    if (argc < 4) fail("do without", "CASES SCRATCH_FILE PROGRAM");
    FILE* cases = fopen(argv[1], "re");
    if (!cases) fail("open", argv[1]);
    int output = open(argv[2], O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (output < 0) fail("open", argv[2]);
    char line[8192];
    int run = 0, same = 0;
    while (fgets(line, sizeof line, cases)) {
        line[strcspn(line, "\n")] = 0;
        char* tab = strchr(line, '\t');
        if (!tab) fail("find an answer in", line);
        *tab = 0;
        same += run_case(line, tab + 1, output, argv + 3);
        ++run;
    }
    printf("%d %d\n", run, same);
    return 0;
}
