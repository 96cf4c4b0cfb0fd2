#include "json.h"

#include <stdlib.h>
#include <string.h>

/* Reading goes by a position in the text; NULL means that there is no value here. */
typedef const char *place;

static place spaces(place p, place end) {
  while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')) p++;
  return p;
}

static place word(place p, place end, const char *expected) {
  size_t length = strlen(expected);
  return (size_t)(end - p) >= length && memcmp(p, expected, length) == 0 ? p + length : NULL;
}

static place digits(place p, place end) {
  place begin = p;
  while (p < end && *p >= '0' && *p <= '9') p++;
  return p > begin ? p : NULL;
}

static place number(place p, place end) {
  if (p < end && *p == '-') p++;
  if (!(p = digits(p, end))) return NULL;
  if (p < end && *p == '.' && !(p = digits(p + 1, end))) return NULL;
  if (p < end && (*p == 'e' || *p == 'E')) {
    p++;
    if (p < end && (*p == '+' || *p == '-')) p++;
    p = digits(p, end);
  }
  return p;
}

static int hexadecimal(place p, place end) {
  int value = 0;
  if (end - p < 4) return -1;
  for (int i = 0; i < 4; i++) {
    char c = p[i];
    int digit = c >= '0' && c <= '9' ? c - '0' : (c | 32) >= 'a' && (c | 32) <= 'f' ? (c | 32) - 'a' + 10 : -1;
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

static place string(place p, place end) {
  if (p >= end || *p++ != '"') return NULL;
  while (p < end && *p != '"') {
    if ((unsigned char)*p < 0x20) return NULL;
    if (*p++ != '\\') continue;
    if (p >= end || !strchr("\"\\/bfnrtu", *p)) return NULL;
    if (*p++ == 'u') {
      if (hexadecimal(p, end) < 0) return NULL;
      p += 4;
    }
  }
  return p < end ? p + 1 : NULL;
}

static place value(place p, place end, int depth) {
  p = spaces(p, end);
  if (p >= end || depth == 0) return NULL;
  switch (*p) {
  case '"': return string(p, end);
  case 't': return word(p, end, "true");
  case 'f': return word(p, end, "false");
  case 'n': return word(p, end, "null");
  case '[':
  case '{': {
    bool is_object = *p == '{';
    char last = is_object ? '}' : ']';
    p = spaces(p + 1, end);
    if (p < end && *p == last) return p + 1;
    for (;;) {
      if (is_object) {
        if (!(p = string(spaces(p, end), end))) return NULL;
        p = spaces(p, end);
        if (p >= end || *p++ != ':') return NULL;
      }
      if (!(p = value(p, end, depth - 1))) return NULL;
      p = spaces(p, end);
      if (p >= end) return NULL;
      if (*p == last) return p + 1;
      if (*p++ != ',') return NULL;
    }
  }
  default: return number(p, end);
  }
}

bool json_is_valid(struct json text) {
  place end = text.text + text.length;
  place after = value(text.text, end, 600);
  return after && spaces(after, end) == end;
}

bool json_is_there(struct json value) { return value.length > 0; }

static struct json between(place begin, place end) {
  struct json found = {begin, (size_t)(end - begin)};
  return found;
}

/* The first character of the value behind leading space; 0 where there is no value. */
static char kind(struct json *json) {
  place end = json->text + json->length;
  if (json->length == 0) return 0;
  *json = between(spaces(json->text, end), end);
  return json->length > 0 ? *json->text : 0;
}

struct json json_member(struct json object, const char *name) {
  struct json found = {NULL, 0};
  if (kind(&object) != '{') return found;
  place end = object.text + object.length, p = spaces(object.text + 1, end);
  size_t length = strlen(name);
  while (p && p < end && *p == '"') {
    place begin = p;
    if (!(p = string(p, end))) break;
    bool is_it = (size_t)(p - begin) == length + 2 && memcmp(begin + 1, name, length) == 0;
    place first = spaces(spaces(p, end) + 1, end);
    if (!(p = value(first, end, 600))) break;
    /* Of duplicate names the last counts. */
    if (is_it) found = between(first, p);
    p = spaces(p, end);
    if (p < end && *p == ',') p = spaces(p + 1, end);
  }
  return found;
}

bool json_next(struct json array, struct json *element) {
  if (kind(&array) != '[') return false;
  place end = array.text + array.length;
  place p = element->length > 0 ? spaces(element->text + element->length, end) : array.text;
  if (p >= end || *p == ']') return false;
  place first = spaces(p + 1, end);
  if (first < end && *first == ']') return false;
  if (!(p = value(first, end, 600))) return false;
  *element = between(first, p);
  return true;
}

bool json_is(struct json value, const char *string) {
  size_t length = strlen(string);
  return value.length == length + 2 && *value.text == '"' && memcmp(value.text + 1, string, length) == 0;
}

long long json_integer(struct json value, long long otherwise) {
  char text[32], *end;
  if (value.length == 0 || value.length >= sizeof text) return otherwise;
  memcpy(text, value.text, value.length);
  text[value.length] = 0;
  long long integer = strtoll(text, &end, 10);
  return *end == 0 ? integer : otherwise;
}

static char *encoded(long code, char *p) {
  if (code < 0x80) {
    *p++ = (char)code;
  } else if (code < 0x800) {
    *p++ = (char)(0xC0 | code >> 6);
    *p++ = (char)(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    *p++ = (char)(0xE0 | code >> 12);
    *p++ = (char)(0x80 | (code >> 6 & 0x3F));
    *p++ = (char)(0x80 | (code & 0x3F));
  } else {
    *p++ = (char)(0xF0 | code >> 18);
    *p++ = (char)(0x80 | (code >> 12 & 0x3F));
    *p++ = (char)(0x80 | (code >> 6 & 0x3F));
    *p++ = (char)(0x80 | (code & 0x3F));
  }
  return p;
}

const char *json_string(struct json value, char *buffer, size_t room) {
  char *out = buffer;
  place end = value.text + value.length;
  if (value.length >= 2 && *value.text == '"') {
    /* The longest letter has four bytes, and a zero follows. */
    for (place p = value.text + 1; p + 1 < end && (size_t)(out - buffer) + 5 <= room;) {
      if (*p != '\\') {
        *out++ = *p++;
        continue;
      }
      static const char escapes[] = "n\nt\tr\rb\bf\f";
      char escape = p[1];
      p += 2;
      if (escape == 'u') {
        long code = hexadecimal(p, end);
        p += 4;
        if (code >= 0xD800 && code < 0xDC00 && end - p > 6 && p[0] == '\\') {
          code = 0x10000 + ((code - 0xD800) << 10) + (hexadecimal(p + 2, end) - 0xDC00);
          p += 6;
        }
        out = encoded(code, out);
      } else {
        const char *found = strchr(escapes, escape);
        *out++ = found && escape >= 'a' ? found[1] : escape;
      }
    }
  }
  *out = 0;
  return buffer;
}
