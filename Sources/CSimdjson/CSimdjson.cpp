#include "CSimdjson.h"
#include <simdjson.h>
extern "C" int combined_simdjson_placeholder(void) { return 0; }
