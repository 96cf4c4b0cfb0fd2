// loadgen: measures change propagation through a local server, from the outside.
//
//   loadgen PROTO ADDRESS SUBSCRIBERS MESSAGES PAYLOAD MODE [WINDOW]
//
// PROTO    redis    PUBLISH to a channel                     (unix socket path)
//          redisset MULTI SET + PUBLISH, i.e. state + change (unix socket path)
//          nats     PUB to a subject                         (TCP port on 127.0.0.1)
//          jsonrpc  one JSON-RPC message a line: set template and subscribe template
//                   from the environment: JRPC_SETUP, JRPC_SUBSCRIBE, JRPC_SET
//                   (JRPC_SET holds %d for the id/sequence and %s for the payload),
//                   JRPC_MATCH = a byte string that occurs once in each change
//                   notification and in nothing else.
// MODE     latency     one change in flight: time from send to receipt by ALL subscribers
//          throughput  up to WINDOW changes in flight: deliveries per second
// Prints one line of figures.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return t.tv_sec + t.tv_nsec / 1e9;
}
static void die(const char *m) {
  perror(m);
  exit(1);
}
static const char *proto;

static int dial(const char *addr) {
  int fd;
  if (!strcmp(proto, "nats")) {
    fd = socket(AF_INET, SOCK_STREAM, 0);
    struct sockaddr_in a = {
        .sin_family = AF_INET, .sin_port = htons(atoi(addr)), .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    if (connect(fd, (void *)&a, sizeof a))
      die("connect");
    int one = 1;
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
  } else {
    fd = socket(AF_UNIX, SOCK_STREAM, 0);
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    strncpy(a.sun_path, addr, sizeof a.sun_path - 1);
    if (connect(fd, (void *)&a, sizeof a))
      die("connect");
  }
  return fd;
}
static void sendall(int fd, const char *b, size_t n) {
  while (n) {
    ssize_t k = write(fd, b, n);
    if (k < 0) {
      if (errno == EAGAIN || errno == EINTR)
        continue;
      die("write");
    }
    b += k;
    n -= k;
  }
}
typedef struct {
  int fd;
  long got;
  size_t at;
  char tail[128];
} Sub;
static const char *match;
static size_t matchlen;
static int per;
// counts changes in a byte stream, across reads: text that could begin a match is carried over
static long count(Sub *s, char *b, ssize_t n) {
  long c = 0;
  if (!match) {
    for (ssize_t i = 0; i < n; i++)
      if (b[i] == '\n')
        c++;
    s->at += c;
    long whole = s->at / per;
    s->at %= per;
    return whole;
  }
  static char joined[(1 << 16) + 256];
  memcpy(joined, s->tail, s->at);
  memcpy(joined + s->at, b, n);
  char *p = joined, *e = joined + s->at + n, *q;
  while ((q = memmem(p, e - p, match, matchlen))) {
    c++;
    p = q + matchlen;
  }
  size_t keep = e - p < (ssize_t)matchlen - 1 ? (size_t)(e - p) : matchlen - 1;
  memcpy(s->tail, e - keep, keep);
  s->at = keep;
  return c;
}
static int cmp(const void *a, const void *b) {
  double x = *(double *)a - *(double *)b;
  return x < 0 ? -1 : x > 0;
}

int main(int argc, char **argv) {
  if (argc < 7) {
    fprintf(stderr, "usage: loadgen PROTO ADDRESS SUBSCRIBERS MESSAGES PAYLOAD MODE [WINDOW]\n");
    return 2;
  }
  proto = argv[1];
  const char *addr = argv[2];
  int nsub = atoi(argv[3]);
  long nmsg = atol(argv[4]);
  int plen = atoi(argv[5]);
  int lat = !strcmp(argv[6], "latency");
  long window = argc > 7 ? atol(argv[7]) : 1000;
  if (lat)
    window = 1;
  char *pay = malloc(plen + 1);
  memset(pay, 'x', plen);
  pay[plen] = 0;
  char buf[1 << 16];
  static char out[1 << 22];
  if (!strcmp(proto, "jsonrpc")) {
    match = getenv("JRPC_MATCH");
    matchlen = match ? strlen(match) : 0;
    if (!matchlen || matchlen > 100) {
      fprintf(stderr, "JRPC_MATCH: 1 to 100 bytes\n");
      return 2;
    }
  }
  per = !strncmp(proto, "redis", 5) ? 7 : 2;
  int ep = epoll_create1(0);
  Sub *subs = calloc(nsub, sizeof *subs);
  int pub = dial(addr);
  if (!strcmp(proto, "jsonrpc") && getenv("JRPC_SETUP")) {
    char *s = getenv("JRPC_SETUP");
    sendall(pub, s, strlen(s));
    sendall(pub, "\n", 1);
    usleep(200000);
    recv(pub, buf, sizeof buf, MSG_DONTWAIT);
  }
  if (!strcmp(proto, "nats")) {
    const char *c = "CONNECT {\"verbose\":false,\"pedantic\":false}\r\n";
    sendall(pub, c, strlen(c));
  }
  for (int i = 0; i < nsub; i++) {
    subs[i].fd = dial(addr);
    const char *c = !strncmp(proto, "redis", 5) ? "SUBSCRIBE ch\r\n"
                    : !strcmp(proto, "nats")
                        ? "CONNECT {\"verbose\":false,\"pedantic\":false}\r\nSUB ch 1\r\n"
                        : getenv("JRPC_SUBSCRIBE");
    sendall(subs[i].fd, c, strlen(c));
    if (!strcmp(proto, "jsonrpc"))
      sendall(subs[i].fd, "\n", 1);
  }
  usleep(500000);
  for (int i = 0; i < nsub; i++) { // drain confirmations
    while (recv(subs[i].fd, buf, sizeof buf, MSG_DONTWAIT) > 0) {
    }
    fcntl(subs[i].fd, F_SETFL, O_NONBLOCK);
    struct epoll_event e = {.events = EPOLLIN, .data.ptr = &subs[i]};
    epoll_ctl(ep, EPOLL_CTL_ADD, subs[i].fd, &e);
  }
  fcntl(pub, F_SETFL, O_NONBLOCK);
  struct epoll_event pe = {.events = EPOLLIN, .data.ptr = NULL};
  epoll_ctl(ep, EPOLL_CTL_ADD, pub, &pe);
  long sent = 0, min = 0;
  double *ls = calloc(nmsg, sizeof(double));
  double t0 = now(), ts = 0;
  long total = 0;
  size_t outlen = 0, outat = 0;
  double deadline = t0 + (getenv("LOADGEN_S") ? atof(getenv("LOADGEN_S")) : 60);
  while (min < nmsg) {
    if (now() > deadline) {
      fprintf(stderr, "timeout: %ld of %ld delivered\n", total, nmsg * nsub);
      break;
    }
    if (outat == outlen) {
      outat = outlen = 0;
      while (sent < nmsg && sent - min < window && outlen < sizeof out / 2) {
        int k;
        if (!strcmp(proto, "redis"))
          k = sprintf(out + outlen, "*3\r\n$7\r\nPUBLISH\r\n$2\r\nch\r\n$%d\r\n%s\r\n", plen, pay);
        else if (!strcmp(proto, "redisset"))
          k = sprintf(out + outlen,
                      "MULTI\r\n*3\r\n$3\r\nSET\r\n$1\r\nk\r\n$%d\r\n%s\r\n*3\r\n$7\r\nPUBLISH\r\n$"
                      "2\r\nch\r\n$%d\r\n%s\r\nEXEC\r\n",
                      plen, pay, plen, pay);
        else if (!strcmp(proto, "nats"))
          k = sprintf(out + outlen, "PUB ch %d\r\n%s\r\n", plen, pay);
        else { // a changing value, so that no server can skip an equal one
          char v[32];
          int vl = sprintf(v, "%09ld", sent);
          memcpy(pay, v, plen < vl ? plen : vl);
          k = sprintf(out + outlen, getenv("JRPC_SET"), (int)sent + 10, pay);
          out[outlen + k++] = '\n';
        }
        outlen += k;
        sent++;
        ts = now();
      }
    }
    while (outat < outlen) {
      ssize_t k = write(pub, out + outat, outlen - outat);
      if (k < 0) {
        if (errno == EAGAIN)
          break;
        die("write");
      }
      outat += k;
    }
    struct epoll_event ev[256];
    int n = epoll_wait(ep, ev, 256, outat < outlen ? 0 : 1000);
    for (int i = 0; i < n; i++) {
      Sub *s = ev[i].data.ptr;
      ssize_t k = read(s ? s->fd : pub, buf, sizeof buf);
      if (k <= 0) {
        if (k < 0 && errno == EAGAIN)
          continue;
        fprintf(stderr, "closed by server\n");
        exit(1);
      }
      if (s) {
        long c = count(s, buf, k);
        s->got += c;
        total += c;
      }
    }
    if (total >= (min + 1) * nsub || !lat) {
      long m = nmsg;
      for (int i = 0; i < nsub; i++)
        if (subs[i].got < m)
          m = subs[i].got;
      if (m > min) {
        if (lat)
          ls[min] = now() - ts;
        min = m;
      }
    }
  }
  double dt = now() - t0;
  if (lat && min > 0) {
    qsort(ls, min, sizeof(double), cmp);
    printf("%s subs=%d payload=%d latency_us p50=%.1f p90=%.1f p99=%.1f p99.9=%.1f max=%.1f changes/s=%.0f\n",
           proto, nsub, plen, ls[min / 2] * 1e6, ls[min * 9 / 10] * 1e6, ls[min * 99 / 100] * 1e6,
           ls[min * 999 / 1000] * 1e6, ls[min - 1] * 1e6, min / dt);
  } else
    printf("%s subs=%d payload=%d window=%ld changes/s=%.0f deliveries/s=%.0f MB/s=%.1f\n", proto, nsub, plen,
           window, min / dt, total / dt, total * (double)plen / dt / 1e6);
  return min >= nmsg ? 0 : 1;
}
