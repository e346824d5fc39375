#ifndef CMUTANTS_H
#define CMUTANTS_H

#include <stdbool.h>
#include <stdint.h>

// The id in the environment variable MUTANT, or 0.
extern uint32_t mutantChosen;
// Whether MUTANTS_REACHED names a file.
extern bool mutantsRecorded;

// Appends the id to the file that MUTANTS_REACHED names, once per process.
void mutantReached(uint32_t id);

// The switch of one mutant.
static inline bool mutantIsOn(uint32_t id) {
  if (mutantsRecorded) mutantReached(id);
  return id == mutantChosen;
}

#endif
