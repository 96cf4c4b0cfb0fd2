// floor: the least a local change broadcaster must do, as a yardstick for the daemon.
// Reads newline-ended requests from any client on a unix socket; a client whose
// first line starts with "SUB" becomes a subscriber; every other line is answered
// with a fixed reply and broadcast, as one fixed-size line holding "CHANGED", to all subscribers.
//   floor SOCKET_PATH NOTIFICATION_BYTES
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>
typedef struct {
  int fd, sub, dirty;
  char *o;
  size_t n, at, cap;
} C;
static C *subs[65536];
static int ns;
static void put(C *c, const char *b, size_t n) {
  if (c->n + n > c->cap) {
    c->cap = (c->n + n) * 2;
    c->o = realloc(c->o, c->cap);
  }
  memcpy(c->o + c->n, b, n);
  c->n += n;
}
static void flush(C *c) {
  while (c->at < c->n) {
    ssize_t k = write(c->fd, c->o + c->at, c->n - c->at);
    if (k < 0)
      return;
    c->at += k;
  }
  c->at = c->n = 0;
}
int main(int a, char **v) {
  size_t nl = atoi(v[2]);
  char *note = malloc(nl + 1);
  memset(note, 'n', nl);
  memcpy(note, "CHANGED", 7);
  note[nl - 1] = '\n';
  const char *reply = "{\"jsonrpc\":\"2.0\",\"id\":12345,\"result\":{\"seq\":1234567}}\n";
  size_t rl = strlen(reply);
  unlink(v[1]);
  int l = socket(AF_UNIX, SOCK_STREAM | SOCK_NONBLOCK, 0);
  struct sockaddr_un s = {.sun_family = AF_UNIX};
  strcpy(s.sun_path, v[1]);
  bind(l, (void *)&s, sizeof s);
  listen(l, 4096);
  int ep = epoll_create1(0);
  struct epoll_event e = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(ep, EPOLL_CTL_ADD, l, &e);
  static char buf[1 << 16];
  for (;;) {
    struct epoll_event ev[512];
    int n = epoll_wait(ep, ev, 512, -1);
    int bc = 0;
    for (int i = 0; i < n; i++) {
      C *c = ev[i].data.ptr;
      if (!c) {
        int fd;
        while ((fd = accept4(l, 0, 0, SOCK_NONBLOCK)) >= 0) {
          C *x = calloc(1, sizeof *x);
          x->fd = fd;
          struct epoll_event q = {.events = EPOLLIN | EPOLLOUT | EPOLLET, .data.ptr = x};
          epoll_ctl(ep, EPOLL_CTL_ADD, fd, &q);
        }
        continue;
      }
      if (ev[i].events & EPOLLOUT)
        flush(c);
      for (;;) {
        ssize_t k = read(c->fd, buf, sizeof buf);
        if (k <= 0)
          break;
        if (!c->sub && k >= 3 && !memcmp(buf, "SUB", 3)) {
          c->sub = 1;
          subs[ns++] = c;
          continue;
        }
        char *p = buf, *end = buf + k, *q;
        while ((q = memchr(p, '\n', end - p))) {
          put(c, reply, rl);
          for (int j = 0; j < ns; j++)
            put(subs[j], note, nl);
          bc = 1;
          p = q + 1;
        }
        flush(c);
        if (k < (ssize_t)sizeof buf)
          break;
      }
    }
    if (bc)
      for (int j = 0; j < ns; j++)
        flush(subs[j]);
  }
}
