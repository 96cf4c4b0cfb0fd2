/* Talks to a running combined from the command line.
 *
 *     watch watch PATH...               prints every change, one line each; the daemon may come and go
 *     watch call METHOD [PARAMS]        prints the result of one request */
#include "combined.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int status = -1; /* what to exit with, once that is known */

static void complain(struct json error) {
  char kind[64], message[1024], hint[1024];
  struct json data = json_member(error, "data");
  json_string(json_member(data, "hint"), hint, sizeof hint);
  fprintf(stderr, "watch: %s: %s%s%s\n", json_string(json_member(data, "kind"), kind, sizeof kind),
          json_string(json_member(error, "message"), message, sizeof message), *hint ? " " : "", hint);
}

/* The values of a list of entries or changes, as they were sent. */
static void print_values(struct json list) {
  char path[1024];
  struct json each = {NULL, 0};
  while (json_next(list, &each)) {
    struct json value = json_member(each, "value");
    json_string(json_member(each, "path"), path, sizeof path);
    if (json_is_there(value)) printf("%s = %.*s\n", path, (int)value.length, value.text);
    else printf("%s removed\n", path);
  }
}

static void handle(void *context, enum combined_what what, const char *name, struct json message) {
  char text[4096];
  struct json type = json_member(message, "type"), reason = json_member(message, "reason");
  (void)context, (void)name;
  if (what == COMBINED_LOST) {
    puts("# lost");
  } else if (what == COMBINED_REFUSED) {
    complain(message);
    status = 1;
  } else if (json_is(type, "snapshot")) {
    print_values(json_member(message, "entries"));
  } else if (json_is(type, "change")) {
    print_values(json_member(message, "changes"));
  } else if (json_is(type, "ready")) {
    printf("# ready %lld\n", json_integer(json_member(message, "rev"), 0));
  } else if (json_is(type, "gap")) {
    printf("# gap %s %lld %lld\n", json_string(reason, text, sizeof text),
           json_integer(json_member(message, "from"), 0), json_integer(json_member(message, "to"), 0));
  } else if (json_is(type, "end")) {
    printf("# end %s\n", json_string(reason, text, sizeof text));
    if (!json_is(reason, "slow") && !json_is(reason, "shutdown")) status = 0;
  } else if (json_is(type, "complete")) {
    puts("# complete");
    status = 0;
  } else if (json_is(type, "failed")) {
    printf("# failed %s\n", json_string(json_member(json_member(message, "error"), "message"), text, sizeof text));
    status = 0;
  } else if (json_is(type, "print")) {
    printf("# print %s\n", json_string(json_member(message, "text"), text, sizeof text));
  } else if (json_is(type, "shutdown")) {
    puts("# shutdown");
  }
  fflush(stdout);
}

/* A JSON array of strings. Paths of Swift need no other escapes than these two. */
static char *array(char **words, int count) {
  size_t room = 3;
  for (int i = 0; i < count; i++) room += 2 * strlen(words[i]) + 3;
  char *text = malloc(room), *p = text;
  if (!text) return NULL;
  *p++ = '[';
  for (int i = 0; i < count; i++) {
    if (i > 0) *p++ = ',';
    *p++ = '"';
    for (const char *c = words[i]; *c; c++) {
      if (*c == '"' || *c == '\\') *p++ = '\\';
      *p++ = *c;
    }
    *p++ = '"';
  }
  strcpy(p, "]");
  return text;
}

static int call(struct combined *client, const char *method, const char *params) {
  struct json answer = {NULL, 0};
  switch (combined_call(client, method, params, &answer)) {
  case COMBINED_OK: printf("%.*s\n", (int)answer.length, answer.text); return 0;
  case COMBINED_ERROR: complain(answer); return 1;
  case COMBINED_NO_ANSWER: fprintf(stderr, "watch: the connection was lost before the reply\n"); return 1;
  default: fprintf(stderr, "watch: no daemon listens: %s\n", strerror(errno)); return 1;
  }
}

int main(int count, char **words) {
  bool is_watch = count >= 3 && strcmp(words[1], "watch") == 0;
  bool is_call = (count == 3 || count == 4) && strcmp(words[1], "call") == 0;
  if (!is_watch && !is_call) {
    fprintf(stderr, "usage: watch watch PATH... | watch call METHOD [PARAMS]\n");
    return 64;
  }
  struct combined *client = combined_new(NULL, "watch.c", is_watch ? handle : NULL, NULL);
  if (!client) {
    perror("watch");
    return 1;
  }
  if (is_call) {
    status = call(client, words[2], words[3]);
  } else {
    char *paths = array(words + 2, count - 2);
    if (!paths || !combined_subscribe(client, "main", paths, NULL)) return 1;
    free(paths);
    while (status < 0) combined_wait(client, -1);
  }
  combined_free(client);
  return status;
}
