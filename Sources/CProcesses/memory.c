#include "CProcesses.h"

// Any header of the C library says whether it is glibc.
#include <stdlib.h>

#if defined(__GLIBC__)
#include <malloc.h>
#endif

void understudy_trim_heap(void) {
#if defined(__GLIBC__)
  malloc_trim(0);
#endif
}
