// Doors to the variadic functions of libmicrohttpd, which Swift does not import.
// It decides nothing: every value and every callback comes from Swift.
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
  /// Which certificate a connection shows: null ends the handshake. `server_name` is null where the client names none.
  /// `asks` is set where the client is to be asked for a certificate too.
  const struct mhd_shim_identity *(*identity)(void *socket_context, const char *server_name, int *asks);
  /// The client has completed its handshake.
  void (*agreed)(void *socket_context);
};

/// A certificate and its key, as GnuTLS holds them.
struct mhd_shim_identity;

/// From DER; null where it can't be read.
struct mhd_shim_identity *mhd_shim_identity_make(const uint8_t *certificate, size_t certificate_size,
                                                 const uint8_t *key, size_t key_size);
void mhd_shim_identity_free(struct mhd_shim_identity *identity);

struct mhd_shim_settings {
  unsigned int flags;
  unsigned int threads;
  unsigned int connections;
  unsigned int idle_seconds;
  size_t pool_bytes;
  size_t stack_bytes;
  int strict;
  /// GnuTLS priorities; null where no TLS is spoken.
  const char *priorities;
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

/// Sends bytes over a connection's TLS, as far as they go without waiting. False where no TLS is spoken there.
int mhd_shim_tls_send(struct MHD_Connection *connection, const void *bytes, size_t count);

/// Tells the client of a TLS connection that nothing more will be sent.
void mhd_shim_tls_bye(struct MHD_Connection *connection);

/// Counts what a client sends on a TLS connection.
struct mhd_shim_tls;

/// Begins to count: the client may send `most` bytes until it is allowed more. Null where no TLS is spoken.
struct mhd_shim_tls *mhd_shim_tls_watch(struct MHD_Connection *connection, size_t most);
void mhd_shim_tls_allow(struct mhd_shim_tls *tls, size_t most);
/// To be called when the connection is over.
void mhd_shim_tls_forget(struct mhd_shim_tls *tls);

/// Tells a client why its handshake has just failed on this thread. The connection's socket, or -1.
int mhd_shim_tls_alert(void);

/// The certificate that the client showed, in DER: its bytes are valid as long as the connection. 0 without one.
size_t mhd_shim_client_certificate(struct MHD_Connection *connection, const uint8_t **bytes);

/// How a TCP connection stands: 0 where the system does not say, 1 while both may send, 2 once the peer has ended its side,
/// 3 once it is over.
/// `received` counts what came from the peer, its end (FIN) as one byte: so an end in order can be told from a reset.
int mhd_shim_tcp_state(int socket, uint64_t *received);

/// What waits for many descriptors at once: epoll, or kqueue. Never `poll`, which looks at all of them at each wake.
int mhd_shim_poller_make(void);
/// Which of both is waited for; neither: it is forgotten. 0, or an error number.
int mhd_shim_poller_set(int poller, int descriptor, int reading, int writing, int is_new);
/// How many of the `count` places in `ready` were filled; those that can be written have their sign turned (`~`).
int mhd_shim_poller_wait(int poller, int *ready, int count, int milliseconds);
