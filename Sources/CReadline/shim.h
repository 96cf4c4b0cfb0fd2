// GNU readline for Swift: its functions as they are, its globals behind accessors, since Swift 6 rejects C globals that can
// change. One thread uses them all.
#pragma once
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
#include <readline/readline.h>
#include <readline/history.h>

// Settings, made once.
static inline void creadline_set_name(const char *name) { rl_readline_name = name; }
static inline void creadline_leave_signals_alone(void) {
  rl_catch_signals = 0;
  rl_catch_sigwinch = 0;
}
static inline void creadline_set_word_breaks(const char *characters) {
  rl_completer_word_break_characters = characters;
  rl_basic_word_break_characters = characters;
  rl_completer_quote_characters = "";
}
static inline void creadline_set_completion(rl_completion_func_t *complete, rl_compdisp_func_t *display) {
  rl_attempted_completion_function = complete;
  rl_completion_display_matches_hook = display;
}
static inline void creadline_keep_echoing(int meta) {
  (void)meta;
  rl_tty_set_echoing(1);
}
static inline void creadline_do_nothing(void) {}
// The terminal's modes are the program's: readline neither sets nor restores them, it only shows what is typed.
static inline void creadline_leave_terminal_alone(void) {
  rl_prep_term_function = creadline_keep_echoing;
  rl_deprep_term_function = creadline_do_nothing;
}
// Drawing is the program's: readline knows one line, and an entry has several.
static inline void creadline_set_redisplay(rl_voidfunc_t *redisplay) { rl_redisplay_function = redisplay; }
// For both ways of editing, and before the user's own settings are read, which may say otherwise.
static inline void creadline_bind(const char *keys, rl_command_func_t *function) {
  rl_bind_keyseq_in_map(keys, function, rl_get_keymap_by_name("emacs"));
  rl_bind_keyseq_in_map(keys, function, rl_get_keymap_by_name("vi-insert"));
}
// Whatever keys do `theirs` by now do `ours`.
static inline void creadline_replace(rl_command_func_t *theirs, rl_command_func_t *ours) {
  const char *maps[] = {"emacs", "vi-insert", "vi-command"};
  for (int index = 0; index < 3; index++) {
    Keymap map = rl_get_keymap_by_name(maps[index]);
    char **keys = rl_invoking_keyseqs_in_map(theirs, map);
    for (char **key = keys; key && *key; key++) {
      rl_bind_keyseq_in_map(*key, ours, map);
      free(*key);
    }
    free(keys);
  }
}
static inline void creadline_set_startup(rl_hook_func_t *hook) { rl_startup_hook = hook; }

// During completion.
static inline void creadline_completion_is_final(void) {
  // No file names when nothing matches, no space behind what may go on, and our order, which is by fitness.
  rl_attempted_completion_over = 1;
  rl_completion_append_character = 0;
  rl_sort_completion_matches = 0;
}
static inline void creadline_completion_appends_space(void) { rl_completion_append_character = ' '; }

// The line being typed.
static inline const char *creadline_line(void) { return rl_line_buffer; }
static inline int creadline_point(void) { return rl_point; }
static inline int creadline_end(void) { return rl_end; }
static inline void creadline_set_point(int point) { rl_point = point; }
// The prompt, or what stands in its place while the history is searched.
static inline const char *creadline_prompt(void) { return rl_display_prompt ? rl_display_prompt : ""; }

// The terminal.
int wcwidth(wchar_t character);
static inline int creadline_width(unsigned int scalar) { return wcwidth((wchar_t)scalar); }
static inline void creadline_flush(void) { fflush(rl_outstream ? rl_outstream : stdout); }
