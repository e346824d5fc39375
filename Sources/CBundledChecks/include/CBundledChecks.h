#ifndef UNDERSTUDY_BUNDLED_CHECKS_H
#define UNDERSTUDY_BUNDLED_CHECKS_H

#include <stddef.h>

struct understudy_check_file {
  /// The path below `conformance/`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The catalogue of checks inside the binary; `count` says how many files.
const struct understudy_check_file *understudy_check_files(size_t *count);

#endif
