// The program's own functions come before those of the Swift runtime, so every call of the process passes here. A string or an array
// may be no object; then asking is all that is done, and it counts as well, since it is the call that takes the time.
#define _GNU_SOURCE
#include "References.h"

#include <dlfcn.h>
#include <stddef.h>

// Not atomic: what is measured runs on one thread.
static ReferenceCounts counts;
// What the runtime calls within itself is part of the call that is counted.
static int depth;

ReferenceCounts counts_so_far(void) { return counts; }

#define COUNTED(result, name, parameters, ...)                     \
  result name parameters {                                         \
    static result(*original) parameters;                           \
    if (original == NULL) original = dlsym(RTLD_NEXT, #name);      \
    if (depth == 0) counts.references++;                           \
    depth++;                                                       \
    result made = original(__VA_ARGS__);                           \
    depth--;                                                       \
    return made;                                                   \
  }

#define COUNTED_RELEASE(name, parameters, ...)                     \
  void name parameters {                                           \
    static void(*original) parameters;                             \
    if (original == NULL) original = dlsym(RTLD_NEXT, #name);      \
    counts.references++;                                           \
    original(__VA_ARGS__);                                         \
  }

COUNTED(void *, swift_retain, (void *object), object)
COUNTED(void *, swift_retain_n, (void *object, unsigned number), object, number)
COUNTED(void *, swift_bridgeObjectRetain, (void *object), object)

// Whatever goes with it is counted, too: no depth.
COUNTED_RELEASE(swift_release, (void *object), object)
COUNTED_RELEASE(swift_release_n, (void *object, unsigned number), object, number)

void *swift_allocObject(const void *type, size_t size, size_t alignment) {
  static void *(*original)(const void *, size_t, size_t);
  if (original == NULL) original = dlsym(RTLD_NEXT, "swift_allocObject");
  counts.objects++;
  return original(type, size, alignment);
}
