#include "CMicroHTTPDShim.h"

#include <errno.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/epoll.h>

int mhd_shim_poller_make(void) { return epoll_create1(EPOLL_CLOEXEC); }

int mhd_shim_poller_set(int poller, int descriptor, int reading, int writing, int is_new) {
  struct epoll_event event = { .events = (reading ? EPOLLIN : 0) | (writing ? EPOLLOUT : 0), .data.fd = descriptor };
  int verb = is_new ? EPOLL_CTL_ADD : reading || writing ? EPOLL_CTL_MOD : EPOLL_CTL_DEL;
  if (epoll_ctl(poller, verb, descriptor, &event) == 0) return 0;
  // What was waited for in neither way had been forgotten.
  if (errno != ENOENT || verb != EPOLL_CTL_MOD) return errno;
  return epoll_ctl(poller, EPOLL_CTL_ADD, descriptor, &event) == 0 ? 0 : errno;
}

int mhd_shim_poller_wait(int poller, int *ready, int count, int milliseconds) {
  struct epoll_event events[64];
  int found = epoll_wait(poller, events, count / 2 < 64 ? count / 2 : 64, milliseconds);
  int filled = 0;
  for (int i = 0; i < found; i++) {
    // An error or an end is found by whoever reads or writes.
    if (events[i].events & ~EPOLLOUT) ready[filled++] = events[i].data.fd;
    if (events[i].events & (EPOLLOUT | EPOLLERR | EPOLLHUP)) ready[filled++] = ~events[i].data.fd;
  }
  return filled;
}
#else
#include <fcntl.h>
#include <sys/event.h>
#include <sys/time.h>

int mhd_shim_poller_make(void) {
  int poller = kqueue();
  if (poller >= 0) fcntl(poller, F_SETFD, FD_CLOEXEC);
  return poller;
}

int mhd_shim_poller_set(int poller, int descriptor, int reading, int writing, int is_new) {
  (void)is_new;
  struct kevent change;
  EV_SET(&change, descriptor, EVFILT_READ, reading ? EV_ADD : EV_DELETE, 0, 0, NULL);
  int failed = kevent(poller, &change, 1, NULL, 0, NULL) < 0 && reading ? errno : 0;
  EV_SET(&change, descriptor, EVFILT_WRITE, writing ? EV_ADD : EV_DELETE, 0, 0, NULL);
  if (kevent(poller, &change, 1, NULL, 0, NULL) < 0 && writing) failed = errno;
  return failed;
}

int mhd_shim_poller_wait(int poller, int *ready, int count, int milliseconds) {
  struct kevent events[64];
  struct timespec limit = { milliseconds / 1000, (milliseconds % 1000) * 1000000L };
  int found = kevent(poller, NULL, 0, events, count < 64 ? count : 64, milliseconds < 0 ? NULL : &limit);
  int filled = 0;
  for (int i = 0; i < found; i++)
    ready[filled++] = events[i].filter == EVFILT_WRITE ? ~(int)events[i].ident : (int)events[i].ident;
  return filled;
}
#endif
