/* The smallest client: `minimal get PATH`, `minimal set PATH JSON`, `minimal watch PATH`. C has no JSON of its own: what the
 * daemon says is printed as it comes, a line each. minimal.py says where the socket may be otherwise. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>

static int fail(const char *message) {
  fprintf(stderr, "%s\n", message);
  return 1;
}

/* A text within quotes, as JSON has it. */
static const char *quoted(const char *text, char *to, size_t size) {
  size_t length = 0;
  for (; *text && length + 2 < size; text++) {
    if (*text == '"' || *text == '\\') to[length++] = '\\';
    to[length++] = *text;
  }
  to[length] = 0;
  return to;
}

int main(int count, char **words) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  const char *path = getenv("COMBINED_SOCKET");
  char name[1024], request[8192], *line = NULL;
  size_t size = 0;
  int daemon = socket(AF_UNIX, SOCK_STREAM, 0);
  if (count < 3) return fail("minimal get PATH | set PATH JSON | watch PATH");
  if (!path || strlen(path) >= sizeof address.sun_path) return fail("COMBINED_SOCKET is to be the path of a socket");
  strcpy(address.sun_path, path);
  if (daemon < 0 || connect(daemon, (struct sockaddr *)&address, sizeof address) < 0) return fail("no daemon answers");

  int watches = strcmp(words[1], "watch") == 0, sets = strcmp(words[1], "set") == 0 && count > 3;
  const char *begin = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":", *each = quoted(words[2], name, sizeof name);
  int n;
  if (watches) {
    n = snprintf(request, sizeof request, "%s\"sub.open\",\"params\":{\"sub\":\"main\",\"paths\":[\"%s\"]}}\n", begin, each);
  } else if (sets) {
    n = snprintf(request, sizeof request, "%s\"store.set\",\"params\":{\"path\":\"%s\",\"value\":%s}}\n", begin, each, words[3]);
  } else {
    n = snprintf(request, sizeof request, "%s\"store.get\",\"params\":{\"path\":\"%s\"}}\n", begin, each);
  }
  if (n >= (int)sizeof request || strlen(words[2]) >= sizeof name / 2) return fail("this is too long");
  FILE *lines = fdopen(daemon, "r+");
  if (!lines || send(daemon, request, n, 0) < 0) return fail("send");
  while (getline(&line, &size, lines) > 0) {
    fputs(line, stdout);
    fflush(stdout);
    if (!watches) return strstr(line, "\"id\":1,\"error\":{") == line + strlen("{\"jsonrpc\":\"2.0\",");
  }
  return fail("the daemon has gone");
}
