#include "CMicroHTTPDShim.h"

#include <stdio.h>
#include <string.h>

static void log_line(void *callbacks, const char *format, va_list arguments) {
  const struct mhd_shim_callbacks *to = callbacks;
  char line[512];
  int length = vsnprintf(line, sizeof line, format, arguments);
  if (length < 0) return;
  line[strcspn(line, "\r\n")] = 0;  // one message is one line of our log
  to->log(to->context, line);
}

struct MHD_Daemon *mhd_shim_start(const struct mhd_shim_callbacks *callbacks,
                                  const struct mhd_shim_settings *settings) {
  // A pool of one thread is refused with a warning: it is asked for by leaving the option out.
  struct MHD_OptionItem pool[] = {
    { settings->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)settings->threads, NULL },
    { MHD_OPTION_END, 0, NULL },
  };
  return MHD_start_daemon(
    settings->flags, 0, NULL, NULL, callbacks->access, callbacks->context,
    // First, so that complaints about the options that follow reach our log and not stderr.
    MHD_OPTION_EXTERNAL_LOGGER, log_line, (void *)callbacks,
    MHD_OPTION_URI_LOG_CALLBACK, callbacks->uri, callbacks->context,
    MHD_OPTION_NOTIFY_COMPLETED, callbacks->completed, callbacks->context,
    MHD_OPTION_NOTIFY_CONNECTION, callbacks->connection, callbacks->context,
    MHD_OPTION_CONNECTION_LIMIT, settings->connections,
    MHD_OPTION_CONNECTION_TIMEOUT, settings->idle_seconds,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, settings->pool_bytes,
    MHD_OPTION_THREAD_STACK_SIZE, settings->stack_bytes,
    MHD_OPTION_STRICT_FOR_CLIENT, settings->strict,
    MHD_OPTION_ARRAY, pool,
    MHD_OPTION_END);
}

int mhd_shim_socket(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  return info ? (int)info->connect_fd : -1;
}

void *mhd_shim_socket_context(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_SOCKET_CONTEXT);
  return info ? info->socket_context : NULL;
}

size_t mhd_shim_header_bytes(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_REQUEST_HEADER_SIZE);
  return info ? info->header_size : 0;
}
