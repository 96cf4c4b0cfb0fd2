// Stacks that can be left and come back to: what Swift cannot say. No policy lives here; `Language/Tasks/Coroutine.swift`
// decides who runs and when.
#pragma once
#include <pthread.h>
#include <stddef.h>
#include <stdint.h>

/// A stretch of memory for one coroutine, both parts reserved and committed page by page as they are touched:
///
///     values ─ grows up ─►          │ guard │          ◄─ grows down ─ stack
///
/// `values` is for the frames of interpreted functions, `low`..<`high` is the native stack. Touching the guard page is a
/// crash, never somebody else's memory.
struct coroutine_memory {
  void *values;
  void *low;
  void *high;
  size_t mapped;
};

/// Whether so many are mapped, in the whole process, that little is left of the maps which the system lets a process have.
/// Each needs up to three.
_Bool coroutine_memories_are_many(void);

/// False when the system has no more to give. Sizes are rounded up to pages.
_Bool coroutine_memory_map(struct coroutine_memory *memory, size_t value_bytes, size_t stack_bytes);
void coroutine_memory_unmap(const struct coroutine_memory *memory);

/// What is kept of a side that is not running: its stack pointer, and what sanitizers want to know of it.
struct coroutine_context {
  void *stack_pointer;
  const void *low;
  size_t size;
  void *fake_stack;
  void *fiber;
};

/// Prepares `context` so that the first switch to it calls `entry(argument)` on the given stack. `entry` never returns:
/// its last act is a switch with `is_last`.
void coroutine_prepare(struct coroutine_context *context, const struct coroutine_memory *memory,
                       void (*entry)(void *argument), void *argument);

/// Leaves the running side as `from` and goes on where `to` was left. Both sides are of one thread.
/// Returns when somebody switches back to `from`.
void coroutine_switch(struct coroutine_context *from, struct coroutine_context *to, _Bool is_last);

/// Lets go of what sanitizers keep for a coroutine that has made its last switch.
void coroutine_dispose(struct coroutine_context *context);

/// A moment so much later, for `coroutine_await`.
int64_t coroutine_moment(int64_t milliseconds);

/// pthread_cond_timedwait on a condition whose clock is CLOCK_MONOTONIC. False when the moment has come. Swift's view of
/// `timespec` is another one in debug and in release builds.
_Bool coroutine_await(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment);
