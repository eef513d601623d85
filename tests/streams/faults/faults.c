/* Preloaded into a process (LD_PRELOAD): counts everything that it does to files below a folder,
   and at one of these calls the disk fails, is full, or the process is killed.

   SQLite writes in C, so this is the place where all writes of a process pass. */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <unistd.h>

enum kind { NONE, ERROR, DEAD, FULL, READ_ONLY, TORN, BEFORE, AFTER };
enum op { OPEN, WRITE, SYNC, RENAME, UNLINK, TRUNCATE, MKDIR, RMDIR, LINK };
struct entry { uint32_t op, created; uint64_t offset, length; uint32_t path, other; };

static char root[PATH_MAX], noted[PATH_MAX];
static enum kind kind;
static long target, calls;
static int log_file = -1;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;

/* `folder`: what is counted. `also`: a file that is logged and not counted. `file`: the log, or NULL. */
void faults_arm(const char *folder, const char *also, int what, long at, const char *file) {
    snprintf(root, sizeof root, "%s", folder);
    snprintf(noted, sizeof noted, "%s", also);
    kind = what, target = at, calls = 0;
    if (log_file >= 0) syscall(SYS_close, log_file);
    log_file = file ? (int)syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600) : -1;
}

long faults_calls(void) { return calls; }

static void die(void) {
    syscall(SYS_kill, syscall(SYS_getpid), SIGKILL);
    for (;;) pause();
}

static const char *path_of(int fd, char *path) {
    char link[64];
    snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
    ssize_t n = readlink(link, path, PATH_MAX - 1);
    path[n < 0 ? 0 : n] = 0;
    return path;
}

static int below(const char *path) {
    size_t n = strlen(root);
    return n && path && !strncmp(path, root, n) && (path[n] == '/' || !path[n]);
}

/* The number of the error that this call ends with; 0: none; -1: half of it is done, then none;
   -2: half of it is done, then the process dies; -3: it is done, then the process dies. */
static int fate(enum op op) {
    calls++;
    int hit = calls == target, since = target > 0 && calls >= target;
    int grows = op == OPEN || op == WRITE || op == MKDIR || op == LINK;
    if (kind == BEFORE && hit) die();
    if (kind == AFTER && hit) return -3;
    if (kind == TORN && hit) return -2;
    if ((kind == ERROR && hit) || (kind == DEAD && since)) return EIO;
    if (kind == READ_ONLY && since) return EROFS;
    if (kind == FULL && since && grows) return hit && op == WRITE ? -1 : ENOSPC;
    return 0;
}

static void note(enum op op, const char *path, const char *other, int created, off_t offset, const void *data, size_t n) {
    if (log_file < 0) return;
    struct entry e = {op, (uint32_t)created, (uint64_t)offset, n, (uint32_t)strlen(path), other ? (uint32_t)strlen(other) : 0};
    syscall(SYS_write, log_file, &e, sizeof e);
    syscall(SYS_write, log_file, path, e.path);
    if (other) syscall(SYS_write, log_file, other, e.other);
    if (data) syscall(SYS_write, log_file, data, n);
}

/* `action` sets r; a call that is not about our files goes through as it is. */
#define GUARDED(op, path, half, action, noting)                     \
    long r;                                                         \
    if (!below(path) && strcmp(path, noted)) { action; return r; }  \
    pthread_mutex_lock(&mutex);                                     \
    int f = below(path) ? fate(op) : 0;                             \
    if (f > 0) { r = -1; errno = f; }                               \
    else {                                                          \
        if (f == -1 || f == -2) half;                               \
        if (f == -2 && op != WRITE) die();                          \
        action;                                                     \
        int kept = errno;                                           \
        if (r >= 0) noting;                                         \
        if (f <= -2) die();                                         \
        errno = kept;                                               \
    }                                                               \
    pthread_mutex_unlock(&mutex);                                   \
    return r

static ssize_t put(int fd, const void *data, size_t n, off_t at, int positioned) {
    char buffer[PATH_MAX];
    const char *path = *root ? path_of(fd, buffer) : "";
    off_t offset = positioned || !*root ? at : lseek(fd, 0, SEEK_CUR);
    GUARDED(WRITE, path, n = (n + 1) / 2,
            r = positioned ? syscall(SYS_pwrite64, fd, data, n, at) : syscall(SYS_write, fd, data, n),
            note(WRITE, path, NULL, 0, offset, data, (size_t)r));
}

ssize_t write(int fd, const void *data, size_t n) { return put(fd, data, n, 0, 0); }
ssize_t pwrite(int fd, const void *data, size_t n, off_t at) { return put(fd, data, n, at, 1); }
ssize_t pwrite64(int fd, const void *data, size_t n, off64_t at) { return put(fd, data, n, at, 1); }

static int opened(int folder, const char *path, int flags, mode_t mode) {
    struct stat found;
    if (!(flags & (O_CREAT | O_WRONLY | O_RDWR)) || *path != '/')
        return (int)syscall(SYS_openat, folder, path, flags, mode);
    int created = *root && (below(path) || !strcmp(path, noted)) && stat(path, &found);
    GUARDED(OPEN, path, {}, r = syscall(SYS_openat, folder, path, flags, mode),
            if (created || (flags & O_TRUNC)) note(OPEN, path, NULL, created, 0, NULL, 0));
}

#define WITH_MODE mode_t mode = 0; if (flags & (O_CREAT | __O_TMPFILE)) { va_list rest; va_start(rest, flags); mode = va_arg(rest, mode_t); va_end(rest); }
int open(const char *path, int flags, ...) { WITH_MODE return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { WITH_MODE return opened(AT_FDCWD, path, flags, mode); }
int openat(int at, const char *path, int flags, ...) { WITH_MODE return opened(at, path, flags, mode); }
int openat64(int at, const char *path, int flags, ...) { WITH_MODE return opened(at, path, flags, mode); }

static int synced(int fd, long number) {
    char buffer[PATH_MAX];
    const char *path = *root ? path_of(fd, buffer) : "";
    GUARDED(SYNC, path, {}, r = syscall(number, fd), note(SYNC, path, NULL, 0, 0, NULL, 0));
}
int fsync(int fd) { return synced(fd, SYS_fsync); }
int fdatasync(int fd) { return synced(fd, SYS_fdatasync); }

static int shortened(int fd, off_t n) {
    char buffer[PATH_MAX];
    const char *path = *root ? path_of(fd, buffer) : "";
    GUARDED(TRUNCATE, path, {}, r = syscall(SYS_ftruncate, fd, n), note(TRUNCATE, path, NULL, 0, n, NULL, 0));
}
int ftruncate(int fd, off_t n) { return shortened(fd, n); }
int ftruncate64(int fd, off64_t n) { return shortened(fd, n); }

int renameat(int a, const char *path, int b, const char *to) {
    GUARDED(RENAME, path, {}, r = syscall(SYS_renameat2, a, path, b, to, 0), note(RENAME, path, to, 0, 0, NULL, 0));
}
int rename(const char *path, const char *to) { return renameat(AT_FDCWD, path, AT_FDCWD, to); }

int linkat(int a, const char *path, int b, const char *to, int flags) {
    GUARDED(LINK, path, {}, r = syscall(SYS_linkat, a, path, b, to, flags), note(LINK, path, to, 0, 0, NULL, 0));
}
int link(const char *path, const char *to) { return linkat(AT_FDCWD, path, AT_FDCWD, to, 0); }

int unlinkat(int at, const char *path, int flags) {
    enum op op = flags & AT_REMOVEDIR ? RMDIR : UNLINK;
    GUARDED(op, path, {}, r = syscall(SYS_unlinkat, at, path, flags),
            note(op, path, NULL, 0, 0, NULL, 0));
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }

int mkdirat(int at, const char *path, mode_t mode) {
    GUARDED(MKDIR, path, {}, r = syscall(SYS_mkdirat, at, path, mode), note(MKDIR, path, NULL, 0, 0, NULL, 0));
}
int mkdir(const char *path, mode_t mode) { return mkdirat(AT_FDCWD, path, mode); }
