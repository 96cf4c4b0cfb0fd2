// Stands before the system's calls that change what is on the disk (LD_PRELOAD), of a program that is tested as it is shipped. The
// n-th of them that concerns a file below a folder meets a fault. Each is a named point: its call and its file, in a list.
//
//   FAULTS_BELOW   the folder
//   FAULTS_LIST    a file that gets a line for each call: "4711 pwrite journal.sqlite-wal", the process first
//   FAULTS_AT      which one, from 1 on
//   FAULTS_ERROR   the errno that it fails with; 0: the process is killed instead
//   FAULTS_STAYS   set: all later ones fail as well
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

static char below[PATH_MAX];
static int list = -1, at, error, stays, count;

__attribute__((constructor)) static void begin(void) {
  const char *folder = getenv("FAULTS_BELOW"), *file = getenv("FAULTS_LIST"), *number = getenv("FAULTS_AT");
  // The shell that starts the program is not meant.
  char name[PATH_MAX];
  ssize_t length = readlink("/proc/self/exe", name, sizeof name - 1);
  if (!folder || length <= 0) return;
  name[length] = 0;
  if (!strstr(name, "combined")) return;
  snprintf(below, sizeof below, "%s/", folder);
  if (file) list = syscall(SYS_openat, AT_FDCWD, file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  at = number ? atoi(number) : 0;
  error = getenv("FAULTS_ERROR") ? atoi(getenv("FAULTS_ERROR")) : 0;
  stays = getenv("FAULTS_STAYS") != NULL;
}

// Whether this call is to fail; errno says how.
static int fails(const char *call, const char *path) {
  if (!below[0] || strncmp(path, below, strlen(below)) != 0) return 0;
  int number = ++count;
  if (list >= 0) {
    char line[PATH_MAX + 32];
    int length = snprintf(line, sizeof line, "%d %s %s\n", getpid(), call, path + strlen(below));
    syscall(SYS_write, list, line, length);
  }
  if (at == 0 || number < at || (number > at && !stays)) return 0;
  if (error == 0) {
    syscall(SYS_kill, getpid(), SIGKILL);
    pause();
  }
  errno = error;
  return 1;
}

static int fails_at(const char *call, int fd) {
  if (!below[0]) return 0;
  char link[64], path[PATH_MAX];
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  int saved = errno;
  ssize_t length = readlink(link, path, sizeof path - 1);
  errno = saved;
  if (length <= 0) return 0;
  path[length] = 0;
  return fails(call, path);
}

#define NEXT(name) __typeof__(name) *next = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)
#define THROUGH(name, fd, ...) \
  { \
    NEXT(name); \
    return fails_at(#name, fd) ? -1 : next(__VA_ARGS__); \
  }

static mode_t mode_of(int flags, va_list list) { return flags & (O_CREAT | O_TMPFILE) ? va_arg(list, mode_t) : 0; }

// Opening is a point only where it can make or change a file.
#define OPENS(name) \
  int name(const char *path, int flags, ...) { \
    va_list list; \
    va_start(list, flags); \
    mode_t mode = mode_of(flags, list); \
    va_end(list); \
    NEXT(name); \
    return flags & (O_WRONLY | O_RDWR) && fails("open", path) ? -1 : next(path, flags, mode); \
  }
OPENS(open)
OPENS(open64)

ssize_t write(int fd, const void *bytes, size_t size) THROUGH(write, fd, fd, bytes, size)
ssize_t pwrite(int fd, const void *bytes, size_t size, off_t place) THROUGH(pwrite, fd, fd, bytes, size, place)
ssize_t pwrite64(int fd, const void *bytes, size_t size, off64_t place) THROUGH(pwrite64, fd, fd, bytes, size, place)
int fsync(int fd) THROUGH(fsync, fd, fd)
int fdatasync(int fd) THROUGH(fdatasync, fd, fd)
int ftruncate(int fd, off_t size) THROUGH(ftruncate, fd, fd, size)
int ftruncate64(int fd, off64_t size) THROUGH(ftruncate64, fd, fd, size)

int rename(const char *from, const char *to) {
  NEXT(rename);
  return fails("rename", from) ? -1 : next(from, to);
}

int link(const char *from, const char *to) {
  NEXT(link);
  return fails("link", from) ? -1 : next(from, to);
}

int unlink(const char *path) {
  NEXT(unlink);
  return fails("unlink", path) ? -1 : next(path);
}

int mkdir(const char *path, mode_t mode) {
  NEXT(mkdir);
  return fails("mkdir", path) ? -1 : next(path, mode);
}
