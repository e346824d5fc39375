#include "CMicroHTTPDShim.h"

// The system's own header: glibc's <netinet/tcp.h> knows an older tcp_info.
#if defined(__linux__) && __has_include(<linux/tcp.h>)
#include <linux/tcp.h>

int mhd_shim_tcp_state(int socket, uint64_t *received) {
  struct tcp_info info;
  socklen_t size = sizeof info;
  if (getsockopt(socket, IPPROTO_TCP, TCP_INFO, &info, &size) != 0 ||
      size < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received)
    return 0;
  *received = info.tcpi_bytes_received;
  // TCP_CLOSE and TCP_CLOSE_WAIT, which have a name in glibc's header alone.
  return info.tcpi_state == 7 ? 3 : info.tcpi_state == 8 ? 2 : 1;
}
#else
int mhd_shim_tcp_state(int socket, uint64_t *received) {
  (void)socket;
  (void)received;
  return 0;
}
#endif
