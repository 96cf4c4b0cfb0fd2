// Switching stacks: callee-saved registers are pushed, the stack pointer is exchanged, the other side's are popped.
//
// `swapcontext` would do the same with two system calls for the signal mask, which is 30 times dearer. Everything else a
// thread has (its signal mask, floating-point mode, thread-local storage) stays the thread's: nothing here changes it.
#define _GNU_SOURCE
#include "CCoroutine.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define COROUTINE_ASAN 1
#endif
#if __has_feature(thread_sanitizer)
#define COROUTINE_TSAN 1
#endif
#endif

#ifdef COROUTINE_ASAN
void __sanitizer_start_switch_fiber(void **fake_stack_save, const void *bottom, size_t size);
void __sanitizer_finish_switch_fiber(void *fake_stack_save, const void **bottom_old, size_t *size_old);
#endif
#ifdef COROUTINE_TSAN
void *__tsan_get_current_fiber(void);
void *__tsan_create_fiber(unsigned flags);
void __tsan_destroy_fiber(void *fiber);
void __tsan_switch_to_fiber(void *fiber, unsigned flags);
#endif

// MARK: Memory

static size_t rounded(size_t bytes, size_t page) { return (bytes + page - 1) / page * page; }

static atomic_long mapped_count;
static long many;

static void find_out_what_is_many(void) {
  long maps = 65530;
  FILE *file = fopen("/proc/sys/vm/max_map_count", "re");
  if (file) {
    if (fscanf(file, "%ld", &maps) != 1) maps = 65530;
    fclose(file);
  }
  many = maps > 3 * 1000 + 8192 ? (maps - 8192) / 3 : 1000;
}

_Bool coroutine_memories_are_many(void) {
  static pthread_once_t once = PTHREAD_ONCE_INIT;
  pthread_once(&once, find_out_what_is_many);
  return atomic_load_explicit(&mapped_count, memory_order_relaxed) >= many;
}

_Bool coroutine_memory_map(struct coroutine_memory *memory, size_t value_bytes, size_t stack_bytes) {
  size_t page = (size_t)sysconf(_SC_PAGESIZE);
  value_bytes = rounded(value_bytes, page);
  stack_bytes = rounded(stack_bytes, page);
  size_t total = value_bytes + page + stack_bytes;
  // Reserved, not committed: ten thousand stacks that are mostly untouched must not count against the machine's memory.
  char *base = mmap(NULL, total, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (base == MAP_FAILED) return 0;
#ifdef MADV_NOHUGEPAGE
  // A huge page would commit two MiB at the first touch.
  madvise(base, total, MADV_NOHUGEPAGE);
#endif
  char *low = base + value_bytes + page;
  // One guard between the two parts, which both grow towards it. Another one above would cost two of the maps that the
  // system lets a process have.
  if (mprotect(base + value_bytes, page, PROT_NONE) != 0) {
    munmap(base, total);
    return 0;
  }
  atomic_fetch_add_explicit(&mapped_count, 1, memory_order_relaxed);
  memory->values = base;
  memory->low = low;
  memory->high = low + stack_bytes;
  memory->mapped = total;
  return 1;
}

void coroutine_memory_unmap(const struct coroutine_memory *memory) {
  munmap(memory->values, memory->mapped);
  atomic_fetch_sub_explicit(&mapped_count, 1, memory_order_relaxed);
}

// MARK: Switching

/// Pushes what a called function must preserve, stores the stack pointer, loads the other one, pops, returns.
void coroutine_exchange(void **save, void *load);
/// Where a prepared stack begins: moves the argument into place and calls the entry.
void coroutine_begin(void);

#if defined(__x86_64__)
__asm__(
    ".text\n"
    ".globl coroutine_exchange\n"
    ".hidden coroutine_exchange\n"
    ".type coroutine_exchange, @function\n"
    "coroutine_exchange:\n"
    "  pushq %rbp\n  pushq %rbx\n  pushq %r12\n  pushq %r13\n  pushq %r14\n  pushq %r15\n"
    "  movq %rsp, (%rdi)\n"
    "  movq %rsi, %rsp\n"
    "  popq %r15\n  popq %r14\n  popq %r13\n  popq %r12\n  popq %rbx\n  popq %rbp\n"
    "  retq\n"
    ".size coroutine_exchange, . - coroutine_exchange\n"
    ".globl coroutine_begin\n"
    ".hidden coroutine_begin\n"
    ".type coroutine_begin, @function\n"
    "coroutine_begin:\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined rip\n"  // backtraces end here
    "  movq %r12, %rdi\n"
    "  callq *%r13\n"
    "  ud2\n"
    "  .cfi_endproc\n"
    ".size coroutine_begin, . - coroutine_begin\n");

static void *first_frame(void *high, void (*entry)(void *), void *argument) {
  // After the pops and the return the stack is 16-aligned, as it is before a call.
  uintptr_t *top = (uintptr_t *)((uintptr_t)high & ~(uintptr_t)15) - 2;
  *--top = (uintptr_t)coroutine_begin;
  *--top = 0;                    // rbp
  *--top = 0;                    // rbx
  *--top = (uintptr_t)argument;  // r12
  *--top = (uintptr_t)entry;     // r13
  *--top = 0;                    // r14
  *--top = 0;                    // r15
  return top;
}

#elif defined(__aarch64__)
__asm__(
    ".text\n"
    ".globl coroutine_exchange\n"
    ".hidden coroutine_exchange\n"
    ".type coroutine_exchange, %function\n"
    "coroutine_exchange:\n"
    "  sub sp, sp, #160\n"
    "  stp x19, x20, [sp, #0]\n  stp x21, x22, [sp, #16]\n  stp x23, x24, [sp, #32]\n"
    "  stp x25, x26, [sp, #48]\n  stp x27, x28, [sp, #64]\n  stp x29, x30, [sp, #80]\n"
    "  stp d8, d9, [sp, #96]\n  stp d10, d11, [sp, #112]\n  stp d12, d13, [sp, #128]\n  stp d14, d15, [sp, #144]\n"
    "  mov x9, sp\n"
    "  str x9, [x0]\n"
    "  mov sp, x1\n"
    "  ldp x19, x20, [sp, #0]\n  ldp x21, x22, [sp, #16]\n  ldp x23, x24, [sp, #32]\n"
    "  ldp x25, x26, [sp, #48]\n  ldp x27, x28, [sp, #64]\n  ldp x29, x30, [sp, #80]\n"
    "  ldp d8, d9, [sp, #96]\n  ldp d10, d11, [sp, #112]\n  ldp d12, d13, [sp, #128]\n  ldp d14, d15, [sp, #144]\n"
    "  add sp, sp, #160\n"
    "  ret\n"
    ".size coroutine_exchange, . - coroutine_exchange\n"
    ".globl coroutine_begin\n"
    ".hidden coroutine_begin\n"
    ".type coroutine_begin, %function\n"
    "coroutine_begin:\n"
    "  .cfi_startproc\n"
    "  .cfi_undefined x30\n"  // backtraces end here
    "  mov x0, x19\n"
    "  blr x20\n"
    "  brk #1\n"
    "  .cfi_endproc\n"
    ".size coroutine_begin, . - coroutine_begin\n");

static void *first_frame(void *high, void (*entry)(void *), void *argument) {
  uintptr_t *top = (uintptr_t *)((uintptr_t)high & ~(uintptr_t)15) - 20;
  for (int i = 0; i < 20; i++) top[i] = 0;
  top[0] = (uintptr_t)argument;          // x19
  top[1] = (uintptr_t)entry;             // x20
  top[11] = (uintptr_t)coroutine_begin;  // x30
  return top;
}

#else
#error "switching stacks is written for x86-64 and arm64; another processor needs its own few lines here"
#endif

void coroutine_prepare(struct coroutine_context *context, const struct coroutine_memory *memory,
                       void (*entry)(void *argument), void *argument) {
  context->stack_pointer = first_frame(memory->high, entry, argument);
  context->low = memory->low;
  context->size = (size_t)((char *)memory->high - (char *)memory->low);
  context->fake_stack = NULL;
#ifdef COROUTINE_TSAN
  context->fiber = __tsan_create_fiber(0);
#else
  context->fiber = NULL;
#endif
}

void coroutine_switch(struct coroutine_context *from, struct coroutine_context *to, _Bool is_last) {
#ifdef COROUTINE_ASAN
  __sanitizer_start_switch_fiber(is_last ? NULL : &from->fake_stack, to->low, to->size);
#endif
#ifdef COROUTINE_TSAN
  if (from->fiber == NULL) from->fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(to->fiber, 0);
#endif
  (void)is_last;
  coroutine_exchange(&from->stack_pointer, to->stack_pointer);
#ifdef COROUTINE_ASAN
  __sanitizer_finish_switch_fiber(from->fake_stack, &to->low, &to->size);
#endif
}

void coroutine_dispose(struct coroutine_context *context) {
#ifdef COROUTINE_TSAN
  if (context->fiber != NULL) __tsan_destroy_fiber(context->fiber);
#endif
  (void)context;
}

// MARK: Waiting for another thread

int64_t coroutine_moment(int64_t milliseconds) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000000 + now.tv_nsec + milliseconds * 1000000;
}

_Bool coroutine_await(pthread_cond_t *condition, pthread_mutex_t *mutex, int64_t moment) {
  struct timespec until = {.tv_sec = moment / 1000000000, .tv_nsec = moment % 1000000000};
  return pthread_cond_timedwait(condition, mutex, &until) == 0;
}
