#pragma once
#ifdef __cplusplus
extern "C" {
#endif
int combined_simdjson_placeholder(void);
#ifdef __cplusplus
}
#endif
