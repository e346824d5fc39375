#ifndef UNDERSTUDY_PROCESSES_H
#define UNDERSTUDY_PROCESSES_H

/// From now on processes that lose their parent below us become our children, where the system can do that (Linux).
void understudy_adopt_orphans(void);

/// Gives the system what the allocator keeps of freed memory, where the C library can: glibc.
void understudy_trim_heap(void);

#endif
