#ifndef UNDERSTUDY_EMBEDDED_FILES_H
#define UNDERSTUDY_EMBEDDED_FILES_H

#include <stddef.h>

/// A file whose bytes are part of the binary.
struct understudy_embedded_file {
  /// The path below the folder that the list is made of.
  const char *name;
  const unsigned char *bytes;
  size_t count;
};

/// The providers, casts and scenarios of `fixtures/`, and its index; `count` receives their number.
const struct understudy_embedded_file *understudy_fixtures(size_t *count);
/// The examiner's catalogue: the files of `fixtures/checks/`.
const struct understudy_embedded_file *understudy_checks(size_t *count);
/// The built-in pages: the files of `Sources/Server/Pages/web/`.
const struct understudy_embedded_file *understudy_pages(size_t *count);

#endif
