#ifndef UNDERSTUDY_BUNDLED_FIXTURES_H
#define UNDERSTUDY_BUNDLED_FIXTURES_H

#include <stddef.h>

struct understudy_fixture {
  /// The path below `fixtures/`.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The fixtures inside the binary; `count` says how many.
const struct understudy_fixture *understudy_fixtures(size_t *count);

#endif
