/* Three small programs for overhead.sh, told apart by the name they are started under.
 *
 *   measure FILE COMMAND...   runs the command and appends to FILE: wall ns, user+system us, largest resident kB, status
 *   limit COUNT FILE AGENT... starts the agents in turn, COUNT in all, with FILE as their input and a pipe that nobody
 *                             reads as their output, and waits for them: the least that anything can do with them
 *   anything else             an agent: reads its input to the end, sleeps BENCH_SLEEP_MS, prints BENCH_FLOOD_MB
 *                             megabytes of noise and then an answer, and appends to BENCH_LOG: start ns, end ns, bytes read
 *
 * The agent finds its variables in the file `bench.env` beside itself too, because venire's seats have a
 * scrubbed environment and may write to /dev/shm only.
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static long long now(void) {
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return t.tv_sec * 1000000000LL + t.tv_nsec;
}

static void append(const char *path, const char *line) {
    int fd = path ? open(path, O_WRONLY | O_APPEND | O_CREAT, 0600) : -1;
    if (fd >= 0 && write(fd, line, strlen(line)) < 0) perror(path);
}

static int measure(char **argv) {
    struct rusage used;
    int status = 0;
    char line[200];
    long long start = now();
    pid_t child = fork();
    if (child == 0) {
        execvp(argv[2], argv + 2);
        perror(argv[2]);
        _exit(127);
    }
    wait4(child, &status, 0, &used);
    snprintf(line, sizeof line, "%lld %ld %ld %d\n", now() - start,
             (used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1000000 + used.ru_utime.tv_usec + used.ru_stime.tv_usec,
             used.ru_maxrss, WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    append(argv[1], line);
    return 0;
}

static int limit(int argc, char **argv) {
    for (int i = 0; i < atoi(argv[1]); i++) {
        char *agent[] = {argv[3 + i % (argc - 3)], NULL};
        int ends[2];
        posix_spawn_file_actions_t actions;
        posix_spawn_file_actions_init(&actions);
        posix_spawn_file_actions_addopen(&actions, 0, argv[2], O_RDONLY, 0);
        if (pipe2(ends, O_CLOEXEC) != 0) return 1;
        posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
        if (posix_spawnp(&(pid_t){0}, agent[0], &actions, NULL, agent, environ) != 0) return 1;
        posix_spawn_file_actions_destroy(&actions);
        close(ends[1]);
    }
    while (wait(NULL) > 0) continue;
    return 0;
}

static void read_variables(void) {
    char path[4096], text[4096];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 16);
    if (length <= 0) return;
    path[length] = 0;
    strcpy(strrchr(path, '/') + 1, "bench.env");
    int fd = open(path, O_RDONLY);
    if (fd < 0 || (length = read(fd, text, sizeof text - 1)) <= 0) return;
    text[length] = 0;
    for (char *line = strtok(text, "\n"); line; line = strtok(NULL, "\n")) putenv(strdup(line));
}

int main(int argc, char **argv) {
    static char buffer[1 << 16];
    const char *name = strrchr(argv[0], '/');
    if (argc > 2 && !strcmp(name ? name + 1 : argv[0], "measure")) return measure(argv);
    if (argc > 3 && !strcmp(name ? name + 1 : argv[0], "limit")) return limit(argc, argv);
    long long start = now(), taken = 0;
    read_variables();
    for (ssize_t got; (got = read(0, buffer, sizeof buffer)) > 0;) taken += got;
    long sleep_ms = getenv("BENCH_SLEEP_MS") ? atol(getenv("BENCH_SLEEP_MS")) : 0;
    struct timespec pause = {sleep_ms / 1000, sleep_ms % 1000 * 1000000};
    nanosleep(&pause, NULL);
    long flood = getenv("BENCH_FLOOD_MB") ? atol(getenv("BENCH_FLOOD_MB")) : 0;
    memset(buffer, 'x', sizeof buffer);
    buffer[sizeof buffer - 1] = '\n';
    for (long left = flood * 16; left > 0; left--)
        if (write(1, buffer, sizeof buffer) < 0) return 1;
    const char *answer = "## Verdict\nAPPROVE - fine\n\n## Confidence Score\n9/10 - measured\n\n## Key Takeaways\n- one\n- two\n";
    if (write(1, answer, strlen(answer)) < 0) return 1;
    char line[100];
    snprintf(line, sizeof line, "%lld %lld %lld\n", start, now(), taken);
    append(getenv("BENCH_LOG"), line);
    return 0;
}
