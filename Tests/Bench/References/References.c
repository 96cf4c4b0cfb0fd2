// The program's own functions come before those of the Swift runtime, so every call of the program passes here; what the runtime calls
// within itself does not, and is part of the call that is counted. A string or an array may be no object: then asking is all that is
// done, and it counts as well.
#define _GNU_SOURCE
#include "References.h"

#include <dlfcn.h>
#include <stddef.h>

// Not atomic: what is measured runs on one thread.
static ReferenceCounts counts;

ReferenceCounts counts_so_far(void) { return counts; }

#define ORIGINAL(result, name, parameters)                    \
  static result(*original) parameters;                        \
  if (original == NULL) original = dlsym(RTLD_NEXT, #name);

#define TAKING(name, parameters, ...)                         \
  void *name parameters {                                     \
    ORIGINAL(void *, name, parameters)                        \
    counts.references++;                                      \
    return original(__VA_ARGS__);                             \
  }

#define GIVING_BACK(name, parameters, ...)                    \
  void name parameters {                                      \
    ORIGINAL(void, name, parameters)                          \
    counts.references++;                                      \
    original(__VA_ARGS__);                                    \
  }

TAKING(swift_retain, (void *object), object)
TAKING(swift_retain_n, (void *object, unsigned number), object, number)
TAKING(swift_bridgeObjectRetain, (void *object), object)
TAKING(swift_bridgeObjectRetain_n, (void *object, int number), object, number)
GIVING_BACK(swift_release, (void *object), object)
GIVING_BACK(swift_release_n, (void *object, unsigned number), object, number)
GIVING_BACK(swift_bridgeObjectRelease, (void *object), object)
GIVING_BACK(swift_bridgeObjectRelease_n, (void *object, int number), object, number)

void *swift_allocObject(const void *type, size_t size, size_t alignment) {
  ORIGINAL(void *, swift_allocObject, (const void *, size_t, size_t))
  counts.objects++;
  return original(type, size, alignment);
}
