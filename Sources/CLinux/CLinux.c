#define _GNU_SOURCE
#include "CLinux.h"

#include <arpa/inet.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <netinet/in.h>
#include <pthread.h>
#include <signal.h>
#include <spawn.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/file.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/un.h>
#include <sys/wait.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

int clinux_epoll_create(void) { return epoll_create1(EPOLL_CLOEXEC); }
int clinux_eventfd(void) { return eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC); }

int clinux_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t token) {
  struct epoll_event event = {.events = events, .data.u64 = token};
  return epoll_ctl(epoll, operation, fd, &event);
}

int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int capacity, int64_t timeout_ns) {
  struct epoll_event events[256];
  if (capacity > 256) capacity = 256;
  int count;
  if (timeout_ns <= 0) {
    count = epoll_wait(epoll, events, capacity, timeout_ns < 0 ? -1 : 0);
  } else {
    struct timespec timeout = {.tv_sec = timeout_ns / 1000000000, .tv_nsec = timeout_ns % 1000000000};
    count = epoll_pwait2(epoll, events, capacity, &timeout, NULL);
    if (count < 0 && (errno == ENOSYS || errno == EPERM)) {
      int64_t milliseconds = (timeout_ns + 999999) / 1000000;
      count = epoll_wait(epoll, events, capacity, milliseconds > 3600000 ? 3600000 : (int)milliseconds);
    }
  }
  for (int i = 0; i < count; i++) {
    ready[i].token = events[i].data.u64;
    ready[i].events = events[i].events;
  }
  return count;
}

ssize_t clinux_send(int fd, const struct iovec *buffers, size_t count) {
  struct msghdr message = {.msg_iov = (struct iovec *)buffers, .msg_iovlen = count};
  return sendmsg(fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
}

void clinux_grow_send_buffer(int fd, int by) {
  int size = 0;
  socklen_t length = sizeof size;
  if (getsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, &length) != 0) return;
  // The kernel doubles the size it is given, for its own bookkeeping.
  size = size / 2 + by + 4096;
  setsockopt(fd, SOL_SOCKET, SO_SNDBUF, &size, sizeof size);
}

ssize_t clinux_receive(int fd, void *into, size_t capacity) { return recv(fd, into, capacity, MSG_DONTWAIT); }

int clinux_accept(int listener) { return accept4(listener, NULL, NULL, SOCK_NONBLOCK | SOCK_CLOEXEC); }

int clinux_unix_socket(void) { return socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0); }

static int address(struct sockaddr_un *to, const char *path, size_t length) {
  if (length >= sizeof to->sun_path) {
    errno = ENAMETOOLONG;
    return -1;
  }
  memset(to, 0, sizeof *to);
  to->sun_family = AF_UNIX;
  memcpy(to->sun_path, path, length);
  return 0;
}

int clinux_bind(int fd, const char *path, size_t length) {
  struct sockaddr_un to;
  if (address(&to, path, length) < 0) return -1;
  return bind(fd, (struct sockaddr *)&to, sizeof to);
}

int clinux_connect(int fd, const char *path, size_t length) {
  struct sockaddr_un to;
  if (address(&to, path, length) < 0) return -1;
  return connect(fd, (struct sockaddr *)&to, sizeof to);
}

int clinux_listen_tcp(const char *address, uint16_t port) {
  struct sockaddr_in6 six = {.sin6_family = AF_INET6, .sin6_port = htons(port)};
  struct sockaddr_in four = {.sin_family = AF_INET, .sin_port = htons(port)};
  struct sockaddr *to = NULL;
  socklen_t length = 0;
  if (inet_pton(AF_INET, address, &four.sin_addr) == 1) {
    to = (struct sockaddr *)&four;
    length = sizeof four;
  } else if (inet_pton(AF_INET6, address, &six.sin6_addr) == 1) {
    to = (struct sockaddr *)&six;
    length = sizeof six;
  } else {
    errno = EINVAL;
    return -1;
  }
  int fd = socket(to->sa_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
  if (fd < 0) return -1;
  int yes = 1;
  setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  if (bind(fd, to, length) == 0 && listen(fd, 64) == 0) return fd;
  int reason = errno;
  close(fd);
  errno = reason;
  return -1;
}

int clinux_port(int listener) {
  struct sockaddr_storage at;
  socklen_t length = sizeof at;
  if (getsockname(listener, (struct sockaddr *)&at, &length) < 0) return -1;
  return ntohs(at.ss_family == AF_INET6 ? ((struct sockaddr_in6 *)&at)->sin6_port : ((struct sockaddr_in *)&at)->sin_port);
}

int clinux_socketpair(int pair[2]) { return socketpair(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0, pair); }

int clinux_peer(int fd, uid_t *uid, gid_t *gid, pid_t *pid) {
  struct ucred credentials;
  socklen_t length = sizeof credentials;
  if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &credentials, &length) < 0) return -1;
  *uid = credentials.uid;
  *gid = credentials.gid;
  *pid = credentials.pid;
  return 0;
}

int clinux_open(const char *path, int flags, mode_t mode) { return open(path, flags, mode); }

int clinux_open_at(int directory, const char *name, int flags, mode_t mode) {
  return openat(directory, name, flags, mode);
}

int clinux_lock(int fd) { return flock(fd, LOCK_EX | LOCK_NB); }

int clinux_unlock(int fd) { return flock(fd, LOCK_UN); }

static void collect(sigset_t *set, const int *numbers, size_t count) {
  sigemptyset(set);
  for (size_t i = 0; i < count; i++) sigaddset(set, numbers[i]);
}

// pthread_sigmask returns its error instead of setting errno.
static int mask(int how, const sigset_t *set) {
  int error = pthread_sigmask(how, set, NULL);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int clinux_signals(const int *numbers, size_t count) {
  sigset_t set;
  collect(&set, numbers, count);
  if (mask(SIG_BLOCK, &set) < 0) return -1;
  return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

int clinux_unblock_signals(const int *numbers, size_t count) {
  sigset_t set;
  collect(&set, numbers, count);
  return mask(SIG_UNBLOCK, &set);
}

int clinux_ignore_signal(int number) { return signal(number, SIG_IGN) == SIG_ERR ? -1 : 0; }

static int64_t nanoseconds(clockid_t clock) {
  struct timespec time;
  clock_gettime(clock, &time);
  return (int64_t)time.tv_sec * 1000000000 + time.tv_nsec;
}

int64_t clinux_monotonic_ns(void) { return nanoseconds(CLOCK_MONOTONIC); }
int64_t clinux_realtime_ns(void) { return nanoseconds(CLOCK_REALTIME); }
int64_t clinux_processor_ns(void) { return nanoseconds(CLOCK_PROCESS_CPUTIME_ID); }

// What a process does to itself.
static const int own_signals[] = {SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV};
static const size_t own_signal_count = sizeof own_signals / sizeof *own_signals;

static struct {
  int fd;
  int64_t since_ns;
  struct sigaction before[NSIG];
  _Alignas(16) char stack[64 << 10];
} crashes;

// Writes the number so that it ends before `end`; tells where it begins.
static char *decimal(char *end, int64_t number) {
  do *--end = (char)('0' + number % 10);
  while ((number /= 10) > 0);
  return end;
}

// A signal handler: the process may be in the middle of anything, so there is no lock, no memory and no library but the
// system's calls.
static void note_crash(int number, siginfo_t *information, void *context) {
  (void)context;
  char text[48], *end = text + sizeof text, *at = end;
  *--at = '\n';
  at = decimal(at, (nanoseconds(CLOCK_MONOTONIC) - crashes.since_ns) / 1000000);
  *--at = ' ';
  at = decimal(at, number);
  ssize_t written = write(crashes.fd, at, end - at);
  (void)written;
  sigaction(number, &crashes.before[number], NULL);
  // It is blocked until this returns, and then comes again at the same place, with what the kernel said of it: Swift's
  // backtracer and core dumps see what they would have seen.
  if (syscall(SYS_rt_tgsigqueueinfo, getpid(), (pid_t)syscall(SYS_gettid), number, information) != 0) raise(number);
}

int clinux_note_crashes(int fd) {
  crashes.fd = fd;
  crashes.since_ns = nanoseconds(CLOCK_MONOTONIC);
  stack_t stack;
  if (sigaltstack(NULL, &stack) == 0 && stack.ss_flags & SS_DISABLE) {
    stack = (stack_t){.ss_sp = crashes.stack, .ss_size = sizeof crashes.stack};
    if (sigaltstack(&stack, NULL) < 0) return -1;
  }
  struct sigaction action = {.sa_sigaction = note_crash, .sa_flags = SA_SIGINFO | SA_ONSTACK};
  sigfillset(&action.sa_mask);
  for (size_t i = 0; i < own_signal_count; i++)
    if (sigaction(own_signals[i], &action, &crashes.before[own_signals[i]]) < 0) return -1;
  // A fault whose signal is blocked, as whoever started us may have it, ends the process without a handler.
  return clinux_unblock_signals(own_signals, own_signal_count);
}

int clinux_refuse_dumps(void) {
  for (size_t i = 0; i < own_signal_count; i++)
    if (signal(own_signals[i], SIG_DFL) == SIG_ERR) return -1;
  return prctl(PR_SET_DUMPABLE, 0);
}

int clinux_end_with_parent(void) { return prctl(PR_SET_PDEATHSIG, SIGTERM); }

int clinux_is_dumpable(void) { return prctl(PR_GET_DUMPABLE); }

int clinux_pipe(int ends[2]) {
  if (pipe2(ends, O_CLOEXEC) < 0) return -1;
  return fcntl(ends[0], F_SETFL, O_NONBLOCK);
}

// The functions of posix_spawn return their error instead of setting errno. Those that prepare fail for want of memory only.
int clinux_spawn(char *const words[], int output, int errors, pid_t *pid) {
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  sigset_t none, all;
  sigemptyset(&none);
  sigfillset(&all);
  posix_spawn_file_actions_init(&files);
  posix_spawnattr_init(&attributes);
  int error = posix_spawn_file_actions_addopen(&files, 0, "/dev/null", O_RDONLY, 0);
  if (error == 0)
    error = output < 0 ? posix_spawn_file_actions_addopen(&files, 1, "/dev/null", O_WRONLY, 0)
                       : posix_spawn_file_actions_adddup2(&files, output, 1);
  if (error == 0) error = posix_spawn_file_actions_adddup2(&files, errors, 2);
  if (error == 0) error = posix_spawn_file_actions_addclosefrom_np(&files, 3);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
  if (error == 0) error = posix_spawnp(pid, words[0], &files, &attributes, words, environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  if (error == 0) return 0;
  errno = error;
  return -1;
}

int clinux_pidfd(pid_t pid) { return (int)syscall(SYS_pidfd_open, pid, 0); }

int clinux_reap(pid_t pid, int *status) {
  int wait;
  pid_t found = waitpid(pid, &wait, WNOHANG);
  if (found <= 0) return (int)found;
  *status = WIFSIGNALED(wait) ? 128 + WTERMSIG(wait) : WEXITSTATUS(wait);
  return 1;
}

int clinux_inotify(void) { return inotify_init1(IN_NONBLOCK | IN_CLOEXEC); }

int64_t clinux_heap_in_use(void) {
  struct mallinfo2 info = mallinfo2();
  return (int64_t)(info.uordblks + info.hblkhd);
}

// MARK: Where a thread is

// Written by the handler and read by who asked, one at a time: `count` says whether it is there.
static struct {
  pthread_t thread;
  _Atomic int count;
  uintptr_t frames[64];
} trace;

// A signal handler, with nothing but the system's calls. The frames are read by way of the kernel, which says no where
// there is nothing: the thread may be anywhere, on a stack of its own making.
static void note_frames(int number, siginfo_t *information, void *context) {
  (void)number, (void)information;
  int saved = errno, count = 0;
  ucontext_t *state = context;
#if defined(__x86_64__)
  uintptr_t place = (uintptr_t)state->uc_mcontext.gregs[REG_RIP], frame = (uintptr_t)state->uc_mcontext.gregs[REG_RBP];
#elif defined(__aarch64__)
  uintptr_t place = state->uc_mcontext.pc, frame = state->uc_mcontext.regs[29];
#else
  uintptr_t place = 0, frame = 0;
#endif
  trace.frames[count++] = place;
  while (count < (int)(sizeof trace.frames / sizeof *trace.frames) && frame && frame % sizeof(uintptr_t) == 0) {
    uintptr_t link[2];
    struct iovec here = {link, sizeof link}, there = {(void *)frame, sizeof link};
    if (process_vm_readv(getpid(), &here, 1, &there, 1, 0) != sizeof link || link[1] == 0) break;
    trace.frames[count++] = link[1];
    if (link[0] <= frame) break;
    frame = link[0];
  }
  atomic_store(&trace.count, count);
  errno = saved;
}

// The first that the C library leaves to programs may be somebody's; hardly this one.
static int trace_signal(void) { return SIGRTMIN + 9; }

int clinux_allow_trace(void) {
  trace.thread = pthread_self();
  struct sigaction action = {.sa_sigaction = note_frames, .sa_flags = SA_SIGINFO | SA_ONSTACK | SA_RESTART};
  sigfillset(&action.sa_mask);
  if (sigaction(trace_signal(), &action, NULL) < 0) return -1;
  int number = trace_signal();
  return clinux_unblock_signals(&number, 1);
}

int clinux_trace(uintptr_t *frames, int capacity) {
  atomic_store(&trace.count, 0);
  if (pthread_kill(trace.thread, trace_signal()) != 0) return 0;
  // A thread that waits in the kernel for what cannot be interrupted does not answer.
  for (int tries = 0; tries < 100 && atomic_load(&trace.count) == 0; tries++) usleep(1000);
  int count = atomic_load(&trace.count);
  if (count > capacity) count = capacity;
  memcpy(frames, trace.frames, (size_t)count * sizeof *frames);
  return count;
}

int clinux_symbol(uintptr_t place, char *text, size_t capacity) {
  Dl_info found;
  if (!dladdr((void *)place, &found) || !found.dli_fname) return 0;
  if (found.dli_sname) return snprintf(text, capacity, "%s", found.dli_sname) > 0;
  const char *slash = strrchr(found.dli_fname, '/');
  return snprintf(text, capacity, "%s+0x%lx", slash ? slash + 1 : found.dli_fname,
                  (unsigned long)(place - (uintptr_t)found.dli_fbase)) > 0;
}
