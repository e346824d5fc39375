// Doors to the variadic functions of libmicrohttpd, which Swift does not import.
// It owns no state and decides nothing: every value and every callback comes from Swift.
#pragma once
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <sys/socket.h>
#include <netinet/in.h>
#include <microhttpd.h>

/// The callbacks of one daemon. It must live until the daemon is stopped.
struct mhd_shim_callbacks {
  void *context;
  MHD_AccessHandlerCallback access;
  void *(*uri)(void *context, const char *uri, struct MHD_Connection *connection);
  MHD_RequestCompletedCallback completed;
  MHD_NotifyConnectionCallback connection;
  void (*log)(void *context, const char *line);
};

struct mhd_shim_settings {
  unsigned int flags;
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t pool_bytes;
  size_t stack_bytes;
  int strict;
};

/// Starts a daemon; null when it cannot (the reason has then gone to `log`).
struct MHD_Daemon *mhd_shim_start(const struct mhd_shim_callbacks *callbacks,
                                  const struct mhd_shim_settings *settings);

/// The connection's socket, or -1.
int mhd_shim_socket(struct MHD_Connection *connection);

/// What the connection callback stored for this connection, or null.
void *mhd_shim_socket_context(struct MHD_Connection *connection);

/// Bytes of the request line and the header fields, or 0 while they are not complete.
size_t mhd_shim_header_bytes(struct MHD_Connection *connection);
