#include "CMicroHTTPDShim.h"

#include <gnutls/abstract.h>
#include <gnutls/gnutls.h>
#include <stdatomic.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void log_line(void *callbacks, const char *format, va_list arguments) {
  const struct mhd_shim_callbacks *to = callbacks;
  char line[512];
  int length = vsnprintf(line, sizeof line, format, arguments);
  if (length < 0) return;
  line[strcspn(line, "\r\n")] = 0;  // one message is one line of our log
  to->log(to->context, line);
}

// It gets no context of ours, but the session knows its connection, and that what we keep for it. Each server that starts
// sets the same function, while others may be in use: hence the atomic.
typedef const struct mhd_shim_identity *(*identity_function)(void *, const char *, int *);
static _Atomic(identity_function) identity_of;
typedef void (*agreed_function)(void *);
static _Atomic(agreed_function) agreed_of;

struct mhd_shim_identity {
  gnutls_pcert_st certificate;
  gnutls_privkey_t key;
};

struct mhd_shim_identity *mhd_shim_identity_make(const uint8_t *certificate, size_t certificate_size,
                                                 const uint8_t *key, size_t key_size) {
  struct mhd_shim_identity *made = calloc(1, sizeof *made);
  if (!made) return NULL;
  gnutls_datum_t certificate_der = { (unsigned char *)certificate, (unsigned int)certificate_size };
  gnutls_datum_t key_der = { (unsigned char *)key, (unsigned int)key_size };
  if (gnutls_pcert_import_x509_raw(&made->certificate, &certificate_der, GNUTLS_X509_FMT_DER, 0) < 0) {
    free(made);
    return NULL;
  }
  if (gnutls_privkey_init(&made->key) < 0 ||
      gnutls_privkey_import_x509_raw(made->key, &key_der, GNUTLS_X509_FMT_DER, NULL, 0) < 0) {
    mhd_shim_identity_free(made);
    return NULL;
  }
  return made;
}

void mhd_shim_identity_free(struct mhd_shim_identity *identity) {
  gnutls_pcert_deinit(&identity->certificate);
  gnutls_privkey_deinit(identity->key);
  free(identity);
}

struct gnutls_cert_auth_info_st;

static void *context_of(gnutls_session_t session) {
  struct MHD_Connection *connection = gnutls_session_get_ptr(session);
  return connection ? mhd_shim_socket_context(connection) : NULL;
}

struct mhd_shim_tls {
  gnutls_session_t session;
  int socket;
  size_t left;
  // How far the handshake has come.
  int has_hello, has_answered, is_done;
  // The version in the client's hello; from TLS 1.2 on it is that of TLS 1.2.
  int version;
  // The client has left, or its connection is broken.
  int is_over;
};

// Whose bytes were read last on this thread. MHD says that a handshake failed, but not whose; it has just read it.
static _Thread_local struct mhd_shim_tls *current;

static ssize_t pull(gnutls_transport_ptr_t pointer, void *bytes, size_t size) {
  struct mhd_shim_tls *tls = pointer;
  current = tls;
  // GnuTLS's own limit (`gnutls_handshake_set_max_packet_length`) is for messages that have come whole: those that never
  // end it gathers up to 16 MiB.
  if (tls->left == 0) {
    gnutls_transport_set_errno(tls->session, ECONNABORTED);
    return -1;
  }
  ssize_t count = recv(tls->socket, bytes, size < tls->left ? size : tls->left, 0);
  if (count > 0) tls->left -= (size_t)count;
  else if (count == 0 || (errno != EAGAIN && errno != EWOULDBLOCK && errno != EINTR)) tls->is_over = 1;
  if (count < 0) gnutls_transport_set_errno(tls->session, errno);
  return count;
}

static int pull_timeout(gnutls_transport_ptr_t pointer, unsigned int milliseconds) {
  struct pollfd polled = { .fd = ((struct mhd_shim_tls *)pointer)->socket, .events = POLLIN };
  return poll(&polled, 1, milliseconds == GNUTLS_INDEFINITE_TIMEOUT ? -1 : (int)milliseconds);
}

static struct mhd_shim_tls *watch_of(gnutls_session_t session) {
  gnutls_transport_ptr_t in, out;
  gnutls_transport_get_ptr2(session, &in, &out);
  return in == out ? NULL : in;
}

// The client's last message of a handshake is noted now: when the connection's end is told, the session is gone.
static int progress(gnutls_session_t session, unsigned int type, unsigned int when, unsigned int incoming,
                    const gnutls_datum_t *message) {
  struct mhd_shim_tls *tls = watch_of(session);
  if (!tls) return 0;
  if (incoming && type == GNUTLS_HANDSHAKE_CLIENT_HELLO && !tls->has_hello) {
    tls->has_hello = 1;
    if (message && message->size >= 2) tls->version = message->data[0] << 8 | message->data[1];
  }
  if (!incoming && type == GNUTLS_HANDSHAKE_SERVER_HELLO) tls->has_answered = 1;
  if (!incoming || type != GNUTLS_HANDSHAKE_FINISHED || when != GNUTLS_HOOK_POST) return 0;
  tls->is_done = 1;
  void *context = context_of(session);
  agreed_function note = atomic_load(&agreed_of);
  if (context) note(context);
#ifdef TCP_QUICKACK
  // In TLS 1.3 we have nothing to say now, and the system would wait 40 ms for something to send the acknowledgement
  // with. Most clients hold back their request until it comes (RFC 896).
  int on = 1;
  setsockopt(tls->socket, IPPROTO_TCP, TCP_QUICKACK, &on, sizeof on);
#endif
  return 0;
}

static int retrieve(gnutls_session_t session, const struct gnutls_cert_auth_info_st *info, gnutls_pcert_st **certificates,
                    unsigned int *count, gnutls_ocsp_data_st **staples, unsigned int *staple_count,
                    gnutls_privkey_t *key, unsigned int *flags) {
  (void)info;
  char name[256];
  size_t length = sizeof name;
  unsigned int type = 0;
  int has_name = gnutls_server_name_get(session, name, &length, &type, 0) == 0 && type == GNUTLS_NAME_DNS;
  void *context = context_of(session);
  int asks = 0;
  identity_function ask = atomic_load(&identity_of);
  const struct mhd_shim_identity *identity = context ? ask(context, has_name ? name : NULL, &asks) : NULL;
  if (!identity) return -1;
  if (asks) gnutls_certificate_server_set_request(session, GNUTLS_CERT_REQUEST);
  *certificates = (gnutls_pcert_st *)&identity->certificate;
  *count = 1;
  *staples = NULL;
  *staple_count = 0;
  *key = identity->key;
  *flags = 0;
  return 0;
}

static gnutls_session_t session_of(struct MHD_Connection *connection) {
  const union MHD_ConnectionInfo *info =
    MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return info ? (gnutls_session_t)info->tls_session : NULL;
}

int mhd_shim_tls_send(struct MHD_Connection *connection, const void *bytes, size_t count) {
  gnutls_session_t session = session_of(connection);
  if (!session) return 0;
  if (gnutls_record_send(session, bytes, count) > 0) gnutls_bye(session, GNUTLS_SHUT_WR);
  return 1;
}

void mhd_shim_tls_bye(struct MHD_Connection *connection) {
  gnutls_session_t session = session_of(connection);
  if (session) gnutls_bye(session, GNUTLS_SHUT_WR);
}

struct mhd_shim_tls *mhd_shim_tls_watch(struct MHD_Connection *connection, size_t most) {
  gnutls_session_t session = session_of(connection);
  struct mhd_shim_tls *tls = session ? calloc(1, sizeof *tls) : NULL;
  if (!tls) return NULL;
  *tls = (struct mhd_shim_tls){ .session = session, .socket = mhd_shim_socket(connection), .left = most };
  gnutls_handshake_set_max_packet_length(session, most);
  gnutls_handshake_set_hook_function(session, GNUTLS_HANDSHAKE_ANY, GNUTLS_HOOK_BOTH, progress);
  gnutls_transport_set_ptr2(session, tls, (gnutls_transport_ptr_t)(intptr_t)tls->socket);
  gnutls_transport_set_pull_function(session, pull);
  gnutls_transport_set_pull_timeout_function(session, pull_timeout);
  return tls;
}

void mhd_shim_tls_allow(struct mhd_shim_tls *tls, size_t most) { tls->left = most; }

void mhd_shim_tls_forget(struct mhd_shim_tls *tls) {
  if (current == tls) current = NULL;
  free(tls);
}

int mhd_shim_tls_alert(void) {
  struct mhd_shim_tls *tls = current;
  if (!tls || tls->is_done) return -1;
  // A client that has sent an alert, or left, gets none.
  if (tls->is_over || gnutls_alert_get(tls->session) != GNUTLS_A_CLOSE_NOTIFY) return -1;
  gnutls_alert_description_t alert =
    tls->left == 0 ? GNUTLS_A_DECODE_ERROR
    : tls->has_answered || !tls->has_hello ? GNUTLS_A_UNEXPECTED_MESSAGE
    : tls->version < 0x0303 || gnutls_protocol_get_version(tls->session) < GNUTLS_TLS1_2 ? GNUTLS_A_PROTOCOL_VERSION
    : GNUTLS_A_HANDSHAKE_FAILURE;
  gnutls_alert_send(tls->session, GNUTLS_AL_FATAL, alert);
  return tls->socket;
}

size_t mhd_shim_client_certificate(struct MHD_Connection *connection, const uint8_t **bytes) {
  gnutls_session_t session = session_of(connection);
  unsigned int count = 0;
  const gnutls_datum_t *chain = session ? gnutls_certificate_get_peers(session, &count) : NULL;
  if (!chain || count == 0) return 0;
  *bytes = chain[0].data;
  return chain[0].size;
}

struct MHD_Daemon *mhd_shim_start(const struct mhd_shim_callbacks *callbacks,
                                  const struct mhd_shim_settings *settings) {
  // A pool of one thread is refused with a warning: it is asked for by leaving the option out.
  struct MHD_OptionItem pool[] = {
    { settings->threads > 1 ? MHD_OPTION_THREAD_POOL_SIZE : MHD_OPTION_END, (intptr_t)settings->threads, NULL },
    { MHD_OPTION_END, 0, NULL },
  };
  struct MHD_OptionItem tls[] = {
    { settings->priorities ? MHD_OPTION_HTTPS_PRIORITIES : MHD_OPTION_END, 0, (void *)settings->priorities },
    { MHD_OPTION_HTTPS_CERT_CALLBACK2, 0, (void *)(uintptr_t)retrieve },
    { MHD_OPTION_END, 0, NULL },
  };
  atomic_store(&identity_of, callbacks->identity);
  atomic_store(&agreed_of, callbacks->agreed);
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
    MHD_OPTION_ARRAY, tls,
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
