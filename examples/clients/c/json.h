/* A small JSON reader: values point into the text they were read from, and nothing is copied or allocated. */
#ifndef JSON_H
#define JSON_H

#include <stdbool.h>
#include <stddef.h>

/* The text of one JSON value, not ended by a zero. Empty where there is no value. */
struct json {
  const char *text;
  size_t length;
};

/* Whether a text is exactly one JSON value, nested at most 600 deep. */
bool json_is_valid(struct json text);

bool json_is_there(struct json value);

/* A member of an object by its name; empty where the value is no object or has no such member. */
struct json json_member(struct json object, const char *name);

/* Goes through the elements of an array: start with an empty element; false after the last. */
bool json_next(struct json array, struct json *element);

/* Whether it is a string of these characters. Only for strings that need no escapes. */
bool json_is(struct json value, const char *string);

/* An integer; `otherwise` where it is none. */
long long json_integer(struct json value, long long otherwise);

/* A string's characters in UTF-8, ended by a zero, cut off at `room`; "" where it is none. */
const char *json_string(struct json value, char *buffer, size_t room);

#endif
