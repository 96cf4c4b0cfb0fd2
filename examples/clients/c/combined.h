/* A client of the daemon `combined`, for one thread, with nothing but POSIX. See Protocol/README.md for the protocol.
 *
 *     struct combined *client = combined_new(NULL, "demo", handler, NULL);
 *     combined_subscribe(client, "main", "[\"signup.**\"]", NULL);
 *     for (;;) combined_wait(client, -1);
 *
 * It connects when it first waits, and again when the connection was lost; subscriptions go on where they were. */
#ifndef COMBINED_H
#define COMBINED_H

#include "json.h"

struct combined;

/* What happened, for the handler. */
enum combined_what {
  COMBINED_EVENT,     /* `message` is the params of a sub.event of the subscription `name` */
  COMBINED_NOTICE,    /* `message` is the params of a session.notice */
  COMBINED_LOST,      /* the connection has ended; it will be made again */
  COMBINED_REFUSED    /* a subscription was refused, and is gone: `message` is the error */
};

/* Called from within combined_wait and combined_call. The message is valid until it returns. */
typedef void combined_handler(void *context, enum combined_what what, const char *name, struct json message);

/* `path` NULL: where the daemon listens by default. */
struct combined *combined_new(const char *path, const char *name, combined_handler *handler, void *context);
void combined_free(struct combined *client);

/* Opens a subscription: `paths` is a JSON array of strings; `options` further members such as "\"old\":true", or NULL.
 * False when the name is in use or memory is short. */
bool combined_subscribe(struct combined *client, const char *name, const char *paths, const char *options);

/* Forgets a subscription at once. Not from within the handler. */
void combined_unsubscribe(struct combined *client, const char *name);

/* Waits for at most so many milliseconds (-1: for as long as it takes) and handles what comes. */
void combined_wait(struct combined *client, int milliseconds);

enum combined_outcome {
  COMBINED_OK,          /* the answer is the result */
  COMBINED_ERROR,       /* the answer is the error */
  COMBINED_NO_ANSWER,   /* the connection was lost; whether it took effect is not known */
  COMBINED_NO_DAEMON    /* nobody listens; see errno */
};

/* Asks, and waits for the answer; other messages go to the handler meanwhile. `params` is a JSON object or NULL. The
 * answer is valid until the next function is called with this client. Not from within the handler. */
enum combined_outcome combined_call(struct combined *client, const char *method, const char *params, struct json *answer);

/* Where the daemon listens by default, in `buffer`; NULL when that is too long for a socket. */
const char *combined_socket_path(char *buffer, size_t room);

#endif
