// The texts of help, put into the program when it is built.
#pragma once

#include <stddef.h>

/// All files of `texts`, one after another, in UTF-8 and without a zero at the end.
const char *chelp_text(void);
/// Its bytes.
size_t chelp_length(void);
