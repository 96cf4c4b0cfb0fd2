// What Glibc's Swift overlay leaves out of Linux: epoll, eventfd, signalfd, pidfd, inotify, peer credentials, and the calls whose C
// declarations Swift cannot import as they are (variadic, or behind a feature macro). No logic lives here: each function
// is one system call, returns what it returns, and leaves errno alone.
//
// _GNU_SOURCE is defined in the .c file only: here it would change the C library's types under Swift's own import of them.
#pragma once
#include <malloc.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/epoll.h>
#include <sys/inotify.h>
#include <sys/signalfd.h>
#include <sys/types.h>
#include <sys/uio.h>

/// epoll_create1 and eventfd, close-on-exec, the eventfd nonblocking and at 0.
int clinux_epoll_create(void);
int clinux_eventfd(void);

/// epoll_ctl with the 64 user bits as a plain integer: the union inside `epoll_event` is packed and awkward from Swift.
int clinux_epoll_ctl(int epoll, int operation, int fd, uint32_t events, uint64_t token);

/// One ready descriptor, unpacked.
struct clinux_ready {
  uint64_t token;
  uint32_t events;
};

/// Waits at most `timeout_ns` nanoseconds (negative: for ever; 0: not at all) and fills at most `capacity` entries.
/// Where the kernel or a sandbox has no epoll_pwait2, the time is rounded up to whole milliseconds: never early.
int clinux_epoll_wait(int epoll, struct clinux_ready *ready, int capacity, int64_t timeout_ns);

/// sendmsg of an array of buffers: no SIGPIPE, never blocks.
ssize_t clinux_send(int fd, const struct iovec *buffers, size_t count);

/// Makes the send buffer larger by so many bytes, as far as the system lets it.
void clinux_grow_send_buffer(int fd, int by);

/// recv that never blocks.
ssize_t clinux_receive(int fd, void *into, size_t capacity);

/// accept4 with NONBLOCK and CLOEXEC.
int clinux_accept(int listener);

/// socket, bind and connect for one stream socket in the file system. `length` excludes the terminating NUL.
int clinux_unix_socket(void);
int clinux_bind(int fd, const char *path, size_t length);
int clinux_connect(int fd, const char *path, size_t length);

/// A nonblocking socket that listens at a numeric address of version 4 or 6 and a port, of which 0 is any that is free; and
/// the port that it has.
int clinux_listen_tcp(const char *address, uint16_t port);
int clinux_port(int listener);

/// A connected pair of nonblocking stream sockets.
int clinux_socketpair(int pair[2]);

/// Who is at the other end, as the kernel recorded it at connect time.
int clinux_peer(int fd, uid_t *uid, gid_t *gid, pid_t *pid);

/// open and openat with a mode: the C functions are variadic.
int clinux_open(const char *path, int flags, mode_t mode);
int clinux_open_at(int directory, const char *name, int flags, mode_t mode);

/// flock(LOCK_EX | LOCK_NB).
int clinux_lock(int fd);

/// flock(LOCK_UN): for all descriptors of the same opening, copies in other processes included.
int clinux_unlock(int fd);

/// A signalfd (nonblocking, close-on-exec) for the given signals, which it blocks in the calling thread. The threads made
/// later inherit the blocked set.
int clinux_signals(const int *numbers, size_t count);

/// Unblocks the given signals in the calling thread.
int clinux_unblock_signals(const int *numbers, size_t count);

/// signal(number, SIG_IGN), whose constant is a cast that Swift does not import.
int clinux_ignore_signal(int number);

/// From now on the end by a signal of the process's own (SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV) writes a line to
/// `fd`: the signal's number and the milliseconds since this call. Whoever handled the signal before has it then, as it
/// came. The calling thread has a stack for it where it has none of the kind, since its own may be what ran out.
int clinux_note_crashes(int fd);

/// No image of the memory is left behind: no core dump, wherever the system puts them, and for the signals of a process's own no
/// handler, of which Swift's prints what registers point to.
int clinux_refuse_dumps(void);

/// SIGTERM comes when the process that started this one ends.
int clinux_end_with_parent(void);

/// Whether there would be a core dump.
int clinux_is_dumpable(void);

/// CLOCK_MONOTONIC, CLOCK_REALTIME and CLOCK_PROCESS_CPUTIME_ID in nanoseconds.
int64_t clinux_monotonic_ns(void);
int64_t clinux_realtime_ns(void);
int64_t clinux_processor_ns(void);

/// pipe2, close-on-exec, the end for reading nonblocking.
int clinux_pipe(int ends[2]);

/// posix_spawnp of the program words[0] as the leader of a process group of its own: standard input from /dev/null,
/// standard output to `output` (below 0: /dev/null), standard error to `errors`, no other descriptors, no signal blocked
/// or ignored.
int clinux_spawn(char *const words[], int output, int errors, pid_t *pid);

/// pidfd_open, close-on-exec: readable once the process has ended.
int clinux_pidfd(pid_t pid);

/// waitpid without waiting. 1 when the process has ended, with its exit status as shells have it; 0 while it runs.
int clinux_reap(pid_t pid, int *status);

/// inotify_init1, nonblocking and close-on-exec.
int clinux_inotify(void);

/// Bytes that malloc has given out and not got back.
int64_t clinux_heap_in_use(void);

/// From now on other threads can ask where the calling thread is.
int clinux_allow_trace(void);

/// Where that thread is: the addresses of what it runs and of what has called that, innermost first. How many; 0 if it did
/// not answer. One call at a time.
int clinux_trace(uintptr_t *frames, int capacity);

/// What is at an address: the name of a symbol, or a file and the place in it. 0 where there is nothing.
int clinux_symbol(uintptr_t place, char *text, size_t capacity);
