#ifndef UNDERSTUDY_OWN_PAGES_H
#define UNDERSTUDY_OWN_PAGES_H

#include <stddef.h>

struct understudy_page_file {
  /// The path below `pages/`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The files of the server's own pages, inside the binary; `count` says how many.
const struct understudy_page_file *understudy_page_files(size_t *count);

#endif
