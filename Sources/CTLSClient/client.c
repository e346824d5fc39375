#include "CTLSClient.h"

#include <arpa/inet.h>
#include <errno.h>
#include <gnutls/gnutls.h>
#include <gnutls/x509.h>
#include <poll.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/socket.h>
#include <time.h>

struct tls_client {
  int socket;
  /// In milliseconds of the monotonic clock; 0: none.
  int64_t deadline;
  gnutls_session_t session;
  gnutls_certificate_credentials_t credentials;
};

static int64_t now(void) {
  struct timespec time;
  clock_gettime(CLOCK_MONOTONIC, &time);
  return (int64_t)time.tv_sec * 1000 + time.tv_nsec / 1000000;
}

/// Reads before the deadline. GnuTLS's own timeouts start again with every byte of a record.
static ssize_t receive(gnutls_transport_ptr_t pointer, void *bytes, size_t count) {
  struct tls_client *client = pointer;
  if (client->deadline) {
    int64_t left = client->deadline - now();
    struct pollfd wanted = { client->socket, POLLIN, 0 };
    int ready = left > 0 ? poll(&wanted, 1, left < INT32_MAX ? (int)left : INT32_MAX) : 0;
    if (ready == 0) errno = ETIMEDOUT;
    if (ready <= 0) return -1;
  }
  return recv(client->socket, bytes, count, 0);
}

static int wait_for_bytes(gnutls_transport_ptr_t pointer, unsigned int milliseconds) {
  struct tls_client *client = pointer;
  struct pollfd wanted = { client->socket, POLLIN, 0 };
  return poll(&wanted, 1, milliseconds < INT32_MAX ? (int)milliseconds : -1);
}

static int is_address(const char *host) {
  unsigned char bytes[16];
  return inet_pton(AF_INET, host, bytes) == 1 || inet_pton(AF_INET6, host, bytes) == 1;
}

/// The system's words are the same as for an unknown issuer.
static int is_self_signed(gnutls_session_t session) {
  unsigned int count = 0;
  const gnutls_datum_t *list = gnutls_certificate_get_peers(session, &count);
  gnutls_x509_crt_t leaf;
  if (!list || count == 0 || gnutls_x509_crt_init(&leaf) < 0) return 0;
  int result = gnutls_x509_crt_import(leaf, &list[0], GNUTLS_X509_FMT_DER) >= 0
               && gnutls_x509_crt_check_issuer(leaf, leaf);
  gnutls_x509_crt_deinit(leaf);
  return result;
}

/// Whom the certificate names as its signer.
static void name_issuer(gnutls_session_t session, char *name, size_t size) {
  unsigned int count = 0;
  const gnutls_datum_t *list = gnutls_certificate_get_peers(session, &count);
  gnutls_x509_crt_t leaf;
  *name = 0;
  if (!list || count == 0 || gnutls_x509_crt_init(&leaf) < 0) return;
  if (gnutls_x509_crt_import(leaf, &list[0], GNUTLS_X509_FMT_DER) < 0
      || gnutls_x509_crt_get_issuer_dn(leaf, name, &size) < 0)
    *name = 0;
  gnutls_x509_crt_deinit(leaf);
}

static void explain(struct tls_client *client, int code, char *why, size_t size) {
  snprintf(why, size, "%s", gnutls_strerror(code));
  if (code == GNUTLS_E_FATAL_ALERT_RECEIVED || code == GNUTLS_E_WARNING_ALERT_RECEIVED) {
    const char *name = gnutls_alert_get_name(gnutls_alert_get(client->session));
    if (name) snprintf(why, size, "the server's alert: %s", name);
  }
  if (code == GNUTLS_E_CERTIFICATE_VERIFICATION_ERROR) {
    unsigned int status = gnutls_session_get_verify_cert_status(client->session);
    gnutls_datum_t text = { NULL, 0 };
    if (gnutls_certificate_verification_status_print(status, GNUTLS_CRT_X509, &text, 0) >= 0) {
      char issuer[256];
      name_issuer(client->session, issuer, sizeof issuer);
      if (!(status & GNUTLS_CERT_SIGNER_NOT_FOUND)) issuer[0] = 0;
      if (is_self_signed(client->session))
        snprintf(why, size, "%sIt is signed by its own key. ", (const char *)text.data);
      else
        snprintf(why, size, issuer[0] ? "%sIt names %s. " : "%s", (const char *)text.data, issuer);
      gnutls_free(text.data);
    }
  }
}

struct tls_client *tls_client_open(int socket, const char *host, int verifies, int outdated, const char *trusted, const char *own,
                                   int64_t milliseconds, char *why, size_t size) {
  struct tls_client *client = calloc(1, sizeof *client);
  if (!client) return NULL;
  client->socket = socket;
  if (milliseconds >= 0) client->deadline = now() + milliseconds;
  int code = gnutls_certificate_allocate_credentials(&client->credentials);
  if (code >= 0)
    code = trusted ? gnutls_certificate_set_x509_trust_file(client->credentials, trusted, GNUTLS_X509_FMT_PEM)
                   : gnutls_certificate_set_x509_system_trust(client->credentials);
  if (code < 0 && trusted) {
    snprintf(why, size, "%s: %s", trusted, gnutls_strerror(code));
    tls_client_close(client);
    return NULL;
  }
  if (own) code = gnutls_certificate_set_x509_key_file(client->credentials, own, own, GNUTLS_X509_FMT_PEM);
  if (code < 0 && own) {
    snprintf(why, size, "%s: %s", own, gnutls_strerror(code));
    tls_client_close(client);
    return NULL;
  }
  code = gnutls_init(&client->session, GNUTLS_CLIENT | GNUTLS_NO_SIGNAL);
  // An address is no server name (RFC 6066 §3).
  if (code >= 0 && !is_address(host))
    code = gnutls_server_name_set(client->session, GNUTLS_NAME_DNS, host, __builtin_strlen(host));
  if (code >= 0)
    code = gnutls_set_default_priority_append(
        client->session, outdated ? "+VERS-TLS1.1:+VERS-TLS1.0" : "-VERS-TLS1.1:-VERS-TLS1.0", NULL, 0);
  if (code >= 0)
    code = gnutls_credentials_set(client->session, GNUTLS_CRD_CERTIFICATE, client->credentials);
  if (code >= 0) {
    if (verifies) gnutls_session_set_verify_cert(client->session, host, 0);
    gnutls_transport_set_ptr2(client->session, client, (gnutls_transport_ptr_t)(intptr_t)socket);
    gnutls_transport_set_pull_function(client->session, receive);
    gnutls_transport_set_pull_timeout_function(client->session, wait_for_bytes);
    do code = gnutls_handshake(client->session);
    while (code == GNUTLS_E_INTERRUPTED || code == GNUTLS_E_WARNING_ALERT_RECEIVED);
  }
  if (code >= 0) return client;
  explain(client, code, why, size);
  tls_client_close(client);
  return NULL;
}

void tls_client_limit(struct tls_client *client, int64_t milliseconds) {
  client->deadline = milliseconds < 0 ? 0 : now() + milliseconds;
}

ssize_t tls_client_read(struct tls_client *client, void *bytes, size_t count, char *why, size_t size) {
  ssize_t result;
  // A server may send a ticket for later sessions first (RFC 8446 §4.6.1): GnuTLS takes it, and wants to be asked again.
  // Where the socket has nothing in time, it says the same, and so does `errno`.
  do {
    errno = 0;
    result = gnutls_record_recv(client->session, bytes, count);
  } while (result == GNUTLS_E_INTERRUPTED || (result == GNUTLS_E_AGAIN && errno != EAGAIN && errno != EWOULDBLOCK));
  if (result >= 0) return result;
  if (result == GNUTLS_E_PREMATURE_TERMINATION) return 0;
  explain(client, (int)result, why, size);
  return -1;
}

ssize_t tls_client_write(struct tls_client *client, const void *bytes, size_t count, char *why, size_t size) {
  ssize_t result;
  do result = gnutls_record_send(client->session, bytes, count);
  while (result == GNUTLS_E_INTERRUPTED);
  if (result >= 0) return result;
  explain(client, (int)result, why, size);
  return -1;
}

void tls_client_close(struct tls_client *client) {
  if (client->session) {
    gnutls_bye(client->session, GNUTLS_SHUT_WR);
    gnutls_deinit(client->session);
  }
  if (client->credentials) gnutls_certificate_free_credentials(client->credentials);
  free(client);
}
