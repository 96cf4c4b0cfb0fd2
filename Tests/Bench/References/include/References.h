// How often the program has counted references, and how many objects it has made.
#pragma once

typedef struct {
  /// Taken and given back.
  long references;
  long objects;
} ReferenceCounts;

ReferenceCounts counts_so_far(void);
