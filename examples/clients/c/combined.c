#define _XOPEN_SOURCE 700
#include "combined.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

/* Bytes that grow. */
struct bytes {
  char *data;
  size_t count, room;
};

static bool append(struct bytes *bytes, const char *data, size_t count) {
  if (bytes->count + count > bytes->room) {
    size_t room = (bytes->count + count) * 2;
    char *grown = realloc(bytes->data, room);
    if (!grown) return false;
    bytes->data = grown;
    bytes->room = room;
  }
  memcpy(bytes->data + bytes->count, data, count);
  bytes->count += count;
  return true;
}

static void drop(struct bytes *bytes, size_t count) {
  bytes->count -= count;
  memmove(bytes->data, bytes->data + count, bytes->count);
}

/* What is known of one subscription: which number comes next, and from where to resume. */
struct subscription {
  struct subscription *next;
  char *name;
  char *params; /* without the braces and `from` */
  long long opening; /* the id of the request that opens it */
  long long number;
  char epoch[64]; /* the place to resume from; "" until the first `ready` */
  long long rev;
  struct bytes parts; /* the pieces of an event that is not whole yet */
  bool is_gone;
};

struct combined {
  char path[sizeof(((struct sockaddr_un *)0)->sun_path)];
  char *name;
  combined_handler *handler;
  void *context;
  int fd; /* -1 while there is no connection */
  bool is_broken;
  char epoch[64];
  struct bytes input, output;
  struct subscription *subscriptions;
  long long last_id, greeting;
  int attempt;
  long long retry_at; /* monotonic milliseconds; 0 for at once */
  long long call; /* the id of the request that combined_call waits for */
  enum combined_outcome outcome;
  struct bytes answer;
};

static long long now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return time.tv_sec * 1000LL + time.tv_nsec / 1000000;
}

const char *combined_socket_path(char *buffer, size_t room) {
  const char *path = getenv("COMBINED_SOCKET"), *folder = getenv("XDG_RUNTIME_DIR");
  int length;
  if (path && *path) {
    length = snprintf(buffer, room, "%s", path);
  } else if (folder && *folder) {
    length = snprintf(buffer, room, "%s/combined/sock", folder);
  } else {
    folder = getenv("TMPDIR");
    length = snprintf(buffer, room, "%s/combined-%u/sock", folder && *folder ? folder : "/tmp", (unsigned)getuid());
  }
  return length >= 0 && (size_t)length < room ? buffer : NULL;
}

struct combined *combined_new(const char *path, const char *name, combined_handler *handler, void *context) {
  struct combined *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->fd = -1;
  client->handler = handler;
  client->context = context;
  bool fits = path ? strlen(path) < sizeof client->path : combined_socket_path(client->path, sizeof client->path) != NULL;
  if (path && fits) memcpy(client->path, path, strlen(path) + 1);
  client->name = strdup(name);
  if (!fits || !client->name) {
    if (!fits) errno = ENAMETOOLONG;
    combined_free(client);
    return NULL;
  }
  srandom((unsigned)(now() ^ getpid()));
  return client;
}

static void free_subscription(struct subscription *subscription) {
  free(subscription->name);
  free(subscription->params);
  free(subscription->parts.data);
  free(subscription);
}

/* Frees those that are gone; not while an event of one of them is being delivered. */
static void sweep(struct combined *client, bool all) {
  struct subscription **link = &client->subscriptions;
  while (*link) {
    struct subscription *subscription = *link;
    if (all || subscription->is_gone) {
      *link = subscription->next;
      free_subscription(subscription);
    } else {
      link = &subscription->next;
    }
  }
}

void combined_free(struct combined *client) {
  if (!client) return;
  if (client->fd >= 0) close(client->fd);
  sweep(client, true);
  free(client->name);
  free(client->input.data);
  free(client->output.data);
  free(client->answer.data);
  free(client);
}

/* ---- Sending */

/* Formats into the output. What does not fit into memory makes the connection unusable, never half a line. */
__attribute__((format(printf, 2, 3))) static void put(struct combined *client, const char *format, ...) {
  va_list arguments;
  va_start(arguments, format);
  int length = vsnprintf(NULL, 0, format, arguments);
  va_end(arguments);
  char *text = length < 0 ? NULL : malloc((size_t)length + 1);
  if (text) {
    va_start(arguments, format);
    vsnprintf(text, (size_t)length + 1, format, arguments);
    va_end(arguments);
  }
  if (!text || !append(&client->output, text, (size_t)length)) client->is_broken = true;
  free(text);
}

static void open_subscription(struct combined *client, struct subscription *subscription) {
  subscription->number = 0;
  subscription->parts.count = 0;
  subscription->opening = ++client->last_id;
  put(client, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"sub.open\",\"params\":{%s", subscription->opening,
      subscription->params);
  if (*subscription->epoch)
    put(client, ",\"from\":{\"epoch\":\"%s\",\"rev\":%lld}", subscription->epoch, subscription->rev);
  put(client, "}}\n");
}

static struct subscription *find(struct combined *client, const char *name) {
  struct subscription *subscription = client->subscriptions;
  while (subscription && (subscription->is_gone || strcmp(subscription->name, name) != 0)) subscription = subscription->next;
  return subscription;
}

bool combined_subscribe(struct combined *client, const char *name, const char *paths, const char *options) {
  if (find(client, name)) return false;
  struct subscription *subscription = calloc(1, sizeof *subscription);
  if (!subscription) return false;
  const char *comma = options && *options ? "," : "";
  if (!options) options = "";
  size_t room = strlen(name) + strlen(paths) + strlen(options) + 32;
  subscription->name = strdup(name);
  subscription->params = malloc(room);
  if (!subscription->name || !subscription->params) {
    free_subscription(subscription);
    return false;
  }
  snprintf(subscription->params, room, "\"sub\":\"%s\",\"paths\":%s%s%s", name, paths, comma, options);
  struct subscription **end = &client->subscriptions;
  while (*end) end = &(*end)->next;
  *end = subscription;
  if (client->fd >= 0) open_subscription(client, subscription);
  return true;
}

void combined_unsubscribe(struct combined *client, const char *name) {
  struct subscription *subscription = find(client, name);
  if (!subscription) return;
  if (client->fd >= 0)
    put(client, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"sub.close\",\"params\":{\"sub\":\"%s\"}}\n",
        ++client->last_id, name);
  subscription->is_gone = true;
  sweep(client, false);
}

/* ---- Receiving */

static void tell(struct combined *client, enum combined_what what, const char *name, struct json message) {
  if (client->handler) client->handler(client->context, what, name, message);
}

static void remember(struct subscription *subscription, struct json epoch, long long rev) {
  char text[sizeof subscription->epoch];
  json_string(epoch, text, sizeof text);
  if (!*text) return;
  memcpy(subscription->epoch, text, sizeof text);
  subscription->rev = rev;
}

/* An event too long for a line comes in pieces, and happens when the last is here. Returns whether the message may be
 * delivered; if it came in pieces it is then the whole, which lives in `parts`. */
static bool join(struct combined *client, struct subscription *subscription, struct json *message) {
  if (!json_is(json_member(*message, "type"), "part")) return true;
  struct json text = json_member(*message, "text");
  char *piece = malloc(text.length + 8);
  if (piece) json_string(text, piece, text.length + 8);
  client->is_broken |= !piece || !append(&subscription->parts, piece, strlen(piece));
  free(piece);
  long long part = json_integer(json_member(*message, "part"), 0), parts = json_integer(json_member(*message, "parts"), 0);
  if (part < parts) return false;
  message->text = subscription->parts.data;
  message->length = subscription->parts.count;
  client->is_broken |= !json_is_valid(*message);
  return !client->is_broken;
}

/* Whether an end is one that opening again does not mend. */
static bool ends(struct json type, struct json reason) {
  if (json_is(type, "complete") || json_is(type, "failed")) return true;
  return json_is(type, "end") && !json_is(reason, "slow") && !json_is(reason, "shutdown");
}

static void take_event(struct combined *client, struct json message) {
  char name[256];
  struct subscription *subscription = find(client, json_string(json_member(message, "sub"), name, sizeof name));
  if (!subscription) return;
  if (json_integer(json_member(message, "n"), 0) != ++subscription->number) {
    /* Something is missing, which must not be. A new connection asks again from where we were. */
    client->is_broken = true;
    return;
  }
  if (!join(client, subscription, &message)) return;
  struct json type = json_member(message, "type");
  bool is_told = json_is(type, "ready") || json_is(type, "progress");
  /* A snapshot may be one of several, and what comes with it too: only from `ready` on everything was delivered. */
  if (is_told || (json_is(type, "change") && *subscription->epoch)) {
    memcpy(subscription->epoch, client->epoch, sizeof client->epoch);
    subscription->rev = json_integer(json_member(message, "rev"), subscription->rev);
  }
  struct json reason = json_member(message, "reason"), resume = json_member(message, "resume");
  subscription->is_gone = ends(type, reason);
  tell(client, COMBINED_EVENT, subscription->name, message);
  subscription->parts.count = 0;
  if (subscription->is_gone || !json_is(type, "end")) return;
  remember(subscription, json_member(resume, "epoch"), json_integer(json_member(resume, "rev"), 0));
  /* Too slow for what was asked: go on from where it was cut off. After a shutdown the next connection does. */
  if (json_is(reason, "slow")) open_subscription(client, subscription);
}

static bool is_final(struct json error) {
  struct json retry = json_member(json_member(error, "data"), "retry");
  return !json_is(retry, "now") && !json_is(retry, "later");
}

static void refuse(struct combined *client, struct subscription *subscription, struct json error) {
  subscription->is_gone = true;
  tell(client, COMBINED_REFUSED, subscription->name, error);
}

static void take_reply(struct combined *client, struct json message) {
  long long id = json_integer(json_member(message, "id"), 0);
  struct json error = json_member(message, "error"), result = json_member(message, "result");
  bool is_error = json_is_there(error);
  if (id == client->greeting) {
    json_string(json_member(result, "epoch"), client->epoch, sizeof client->epoch);
    if (!is_error) client->attempt = 0;
    /* It speaks another version: nothing that follows would be understood. */
    for (struct subscription *each = client->subscriptions; is_error && each; each = each->next) refuse(client, each, error);
  } else if (id != 0 && id == client->call) {
    client->call = 0;
    client->outcome = is_error ? COMBINED_ERROR : COMBINED_OK;
    struct json answer = is_error ? error : result;
    client->answer.count = 0;
    if (!append(&client->answer, answer.text, answer.length)) client->outcome = COMBINED_NO_ANSWER;
  } else if (is_error) {
    for (struct subscription *each = client->subscriptions; each; each = each->next) {
      if (each->is_gone || each->opening != id) continue;
      /* An overload is a reason to try again; the next connection does. */
      if (is_final(error)) refuse(client, each, error);
      else client->is_broken = true;
    }
  }
}

static void take(struct combined *client, struct json message) {
  struct json method = json_member(message, "method"), id = json_member(message, "id");
  struct json params = json_member(message, "params");
  if (json_is(method, "sub.event")) {
    take_event(client, params);
  } else if (json_is(method, "session.notice")) {
    tell(client, COMBINED_NOTICE, NULL, params);
  } else if (json_is(method, "session.ping") && json_is_there(id)) {
    struct json t = json_member(params, "t");
    put(client, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"result\":{%s%.*s}}\n", (int)id.length, id.text,
        json_is_there(t) ? "\"t\":" : "", (int)t.length, json_is_there(t) ? t.text : "");
  } else if (json_is_there(method) && json_is_there(id)) {
    put(client, "{\"jsonrpc\":\"2.0\",\"id\":%.*s,\"error\":{\"code\":-32601,\"message\":\"A client has no such method.\"}}\n",
        (int)id.length, id.text);
  } else if (!json_is_there(method)) {
    take_reply(client, message);
  }
}

/* Takes in whole lines; a line without its end waits for it. `begin` is where new bytes are. */
static void take_lines(struct combined *client, size_t begin) {
  size_t done = 0;
  char *end;
  while (!client->is_broken && (end = memchr(client->input.data + begin, '\n', client->input.count - begin))) {
    struct json line = {client->input.data + done, (size_t)(end - (client->input.data + done))};
    begin = done = (size_t)(end - client->input.data) + 1;
    if (!json_is_valid(line)) {
      client->is_broken = true;
    } else if (*line.text == '[') {
      struct json message = {NULL, 0};
      while (json_next(line, &message)) take(client, message);
    } else {
      take(client, line);
    }
  }
  drop(&client->input, done);
  sweep(client, false);
}

/* ---- The connection */

/* 50 ms, 100 ms, ... 5 s, and a random part of it, so that many clients do not come back at once. */
static void schedule(struct combined *client) {
  long ceiling = 50L << (client->attempt < 7 ? client->attempt : 7);
  if (ceiling > 5000) ceiling = 5000;
  client->attempt++;
  client->retry_at = now() + random() % (ceiling + 1);
}

static void disconnect(struct combined *client) {
  struct json nothing = {NULL, 0};
  close(client->fd);
  client->fd = -1;
  if (client->call) {
    client->call = 0;
    client->outcome = COMBINED_NO_ANSWER;
  }
  schedule(client);
  tell(client, COMBINED_LOST, NULL, nothing);
}

static bool connect_now(struct combined *client) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  memcpy(address.sun_path, client->path, sizeof client->path);
  int fd = socket(AF_UNIX, SOCK_STREAM, 0);
  if (fd < 0 || connect(fd, (struct sockaddr *)&address, sizeof address) != 0) {
    int reason = errno;
    if (fd >= 0) close(fd);
    schedule(client);
    errno = reason;
    return false;
  }
  fcntl(fd, F_SETFL, fcntl(fd, F_GETFL) | O_NONBLOCK);
  fcntl(fd, F_SETFD, FD_CLOEXEC);
  client->fd = fd;
  client->is_broken = false;
  client->input.count = client->output.count = 0;
  client->greeting = ++client->last_id;
  put(client,
      "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"session.hello\",\"params\":{\"protocols\":[\"1\"],"
      "\"client\":{\"name\":\"%s\",\"version\":\"1\",\"pid\":%ld},\"features\":[\"parts\"]}}\n",
      client->greeting, client->name, (long)getpid());
  for (struct subscription *each = client->subscriptions; each; each = each->next) open_subscription(client, each);
  return true;
}

/* Writes and reads what can be done without waiting. False when the connection has ended. */
static bool exchange(struct combined *client) {
  while (client->output.count > 0) {
    ssize_t count = send(client->fd, client->output.data, client->output.count, MSG_NOSIGNAL);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0 && errno != EAGAIN && errno != EWOULDBLOCK) return false;
    if (count < 0) break;
    drop(&client->output, (size_t)count);
  }
  char chunk[65536];
  ssize_t count = recv(client->fd, chunk, sizeof chunk, 0);
  if (count < 0) return errno == EAGAIN || errno == EWOULDBLOCK || errno == EINTR;
  if (count == 0) return false;
  size_t begin = client->input.count;
  if (!append(&client->input, chunk, (size_t)count)) return false;
  take_lines(client, begin);
  return !client->is_broken;
}

void combined_wait(struct combined *client, int milliseconds) {
  if (client->fd < 0) {
    long long pause = client->retry_at - now();
    if (milliseconds >= 0 && milliseconds < pause) pause = milliseconds;
    if (pause > 0) poll(NULL, 0, (int)pause);
    if (now() >= client->retry_at) connect_now(client);
    return;
  }
  short events = client->output.count > 0 ? POLLIN | POLLOUT : POLLIN;
  struct pollfd wanted = {client->fd, events, 0};
  if (poll(&wanted, 1, milliseconds) <= 0) return;
  if (!exchange(client) || client->is_broken) disconnect(client);
}

enum combined_outcome combined_call(struct combined *client, const char *method, const char *params, struct json *answer) {
  if (client->fd < 0 && !connect_now(client)) return COMBINED_NO_DAEMON;
  client->call = ++client->last_id;
  put(client, "{\"jsonrpc\":\"2.0\",\"id\":%lld,\"method\":\"%s\"", client->call, method);
  if (params) put(client, ",\"params\":%s", params);
  put(client, "}\n");
  while (client->call) combined_wait(client, -1);
  answer->text = client->answer.data;
  answer->length = client->outcome == COMBINED_NO_ANSWER ? 0 : client->answer.count;
  return client->outcome;
}
