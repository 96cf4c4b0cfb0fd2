// Counts the calls of malloc and its relatives in this process, by standing in front of the C library's.
#ifndef ALLOCATIONS_H
#define ALLOCATIONS_H

/// How many blocks have been allocated so far, by all threads.
long allocations_so_far(void);

#endif
