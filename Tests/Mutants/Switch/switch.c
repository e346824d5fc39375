#include "CMutants.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Must be a power of two, and larger than the number of mutants.
#define PLACES (1u << 16)

uint32_t mutantChosen = 0;
bool mutantsRecorded = false;

static int file = -1;
static _Atomic uint32_t seen[PLACES];

__attribute__((constructor)) static void readEnvironment(void) {
  const char *chosen = getenv("MUTANT");
  if (chosen) mutantChosen = (uint32_t)strtoul(chosen, NULL, 16);
  const char *path = getenv("MUTANTS_REACHED");
  if (path) file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  mutantsRecorded = file >= 0;
}

static void append(uint32_t id) {
  char line[16];
  int length = snprintf(line, sizeof line, "%08x\n", id);
  if (write(file, line, (size_t)length) != length) abort();
}

void mutantReached(uint32_t id) {
  for (uint32_t place = id;; place++) {
    _Atomic uint32_t *entry = &seen[place & (PLACES - 1)];
    uint32_t found = 0;
    if (atomic_compare_exchange_strong(entry, &found, id)) {
      append(id);
      return;
    }
    if (found == id) return;
  }
}
