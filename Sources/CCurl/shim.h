// libcurl for Swift: its calls that take any number of arguments, one for each kind of argument, and what differs between
// its versions.
#pragma once
#include <curl/curl.h>
#include <stdint.h>
#include <sys/socket.h>

static inline CURLcode ccurl_set_number(CURL *easy, CURLoption option, long value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_size(CURL *easy, CURLoption option, curl_off_t value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_text(CURL *easy, CURLoption option, const char *value) {
  return curl_easy_setopt(easy, option, value);
}
static inline CURLcode ccurl_set_list(CURL *easy, CURLoption option, struct curl_slist *value) {
  return curl_easy_setopt(easy, option, value);
}
/// The bytes are copied.
static inline CURLcode ccurl_set_body(CURL *easy, const void *bytes, size_t count) {
  CURLcode code = curl_easy_setopt(easy, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)count);
  return code == CURLE_OK ? curl_easy_setopt(easy, CURLOPT_COPYPOSTFIELDS, bytes) : code;
}
static inline CURLMcode ccurl_multi_set(CURLM *multi, CURLMoption option, long value) {
  return curl_multi_setopt(multi, option, value);
}

static inline long ccurl_number(CURL *easy, CURLINFO what) {
  long value = 0;
  return curl_easy_getinfo(easy, what, &value) == CURLE_OK ? value : 0;
}
/// Valid until the handle is used again; null when it is not there.
static inline const char *ccurl_text(CURL *easy, CURLINFO what) {
  char *value = 0;
  return curl_easy_getinfo(easy, what, &value) == CURLE_OK ? value : 0;
}
/// As the server announced it; -1 when it did not.
static inline curl_off_t ccurl_announced_length(CURL *easy) {
  curl_off_t value = -1;
  return curl_easy_getinfo(easy, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &value) == CURLE_OK ? value : -1;
}

static inline const char *ccurl_version(void) { return curl_version_info(CURLVERSION_NOW)->version; }

/// Sockets that children do not get.
static inline curl_socket_t ccurl_open_socket(void *context, curlsocktype purpose, struct curl_sockaddr *address) {
  (void)context;
  (void)purpose;
  return socket(address->family, address->socktype | SOCK_CLOEXEC, address->protocol);
}

/// Called with `context`: for a piece of a body and for a line of a head, which return whether to go on, and for what was
/// moved so far.
struct ccurl_receivers {
  int (*body)(void *context, const char *bytes, size_t count);
  int (*head)(void *context, const char *bytes, size_t count);
  void (*progress)(void *context, curl_off_t received, curl_off_t sent);
  void *context;
};

static inline size_t ccurl_receive_body(char *bytes, size_t size, size_t count, void *receivers) {
  struct ccurl_receivers *to = receivers;
  // Any other number than that of the bytes ends the transfer.
  return to->body(to->context, bytes, size * count) ? size * count : size * count + 1;
}
static inline size_t ccurl_receive_head(char *bytes, size_t size, size_t count, void *receivers) {
  struct ccurl_receivers *to = receivers;
  return to->head(to->context, bytes, size * count) ? size * count : size * count + 1;
}
static inline int ccurl_note_progress(
    void *receivers, curl_off_t expected, curl_off_t received, curl_off_t to_send, curl_off_t sent) {
  struct ccurl_receivers *to = receivers;
  (void)expected;
  (void)to_send;
  to->progress(to->context, received, sent);
  return 0;
}

/// What every transfer has. The receivers must stay where they are as long as the handle. The number is its private pointer.
static inline void ccurl_prepare(CURL *easy, struct ccurl_receivers *receivers, intptr_t number) {
  curl_easy_setopt(easy, CURLOPT_PRIVATE, (void *)number);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_OPENSOCKETFUNCTION, ccurl_open_socket);
  curl_easy_setopt(easy, CURLOPT_WRITEFUNCTION, ccurl_receive_body);
  curl_easy_setopt(easy, CURLOPT_WRITEDATA, receivers);
  curl_easy_setopt(easy, CURLOPT_HEADERFUNCTION, ccurl_receive_head);
  curl_easy_setopt(easy, CURLOPT_HEADERDATA, receivers);
  curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  curl_easy_setopt(easy, CURLOPT_XFERINFOFUNCTION, ccurl_note_progress);
  curl_easy_setopt(easy, CURLOPT_XFERINFODATA, receivers);
  curl_easy_setopt(easy, CURLOPT_NOPROGRESS, 0L);
#if LIBCURL_VERSION_NUM >= 0x075500
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
#else
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS, (long)(CURLPROTO_HTTP | CURLPROTO_HTTPS));
#endif
#if LIBCURL_VERSION_NUM >= 0x075700
  // A name that is still being looked up when a transfer is given up holds nobody up.
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
#endif
}
