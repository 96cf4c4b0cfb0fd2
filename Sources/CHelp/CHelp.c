#include "CHelp.h"

// C has it since 2023, and this compiler in every mode.
#pragma clang diagnostic ignored "-Wc23-extensions"

#ifndef __has_embed
#error "combined needs the clang of a Swift toolchain of 6.2 or newer, which knows #embed"
#endif

// A name that two files explain has what the later one says.
static const char text[] = {
#embed "texts/attributes.txt"
,
#embed "texts/basics.txt"
,
#embed "texts/coding.txt"
,
#embed "texts/collections.txt"
,
#embed "texts/combining.txt"
,
#embed "texts/concurrency.txt"
,
#embed "texts/dates.txt"
,
#embed "texts/declarations.txt"
,
#embed "texts/dictionaries.txt"
,
#embed "texts/dispatch.txt"
,
#embed "texts/extras.txt"
,
#embed "texts/formats.txt"
,
#embed "texts/numbers.txt"
,
#embed "texts/objects.txt"
,
#embed "texts/operators.txt"
,
#embed "texts/publishers.txt"
,
#embed "texts/sequences.txt"
,
#embed "texts/statements.txt"
,
#embed "texts/strings.txt"
,
#embed "texts/urls.txt"
};

const char *chelp_text(void) { return text; }
size_t chelp_length(void) { return sizeof text; }
