// A TLS connection as a client has it, on GnuTLS, which libmicrohttpd brings along. It opens no socket.
#pragma once
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

struct tls_client;

/// Speaks TLS on a connected socket, which stays the caller's.
/// `verifies` is 0 where any certificate is taken.
/// `outdated` is 1 where TLS 1.0 and 1.1 are spoken too (RFC 8996 forbids it).
/// `trusted` is a file with the only certificates to trust; null: those of the system.
/// `own` is a PEM file with the client's certificate and its key, shown where the server asks for one; null: none.
/// `milliseconds` from now on may be read, in the handshake and later; negative: without limit.
/// Null on failure: the reason is then in `why`.
struct tls_client *tls_client_open(int socket, const char *host, int verifies, int outdated, const char *trusted, const char *own,
                                   int64_t milliseconds, char *why, size_t size);

/// From now on may be read for so many milliseconds; negative: without limit.
void tls_client_limit(struct tls_client *client, int64_t milliseconds);

/// As `read` and `write`; -1 with the reason in `why`. An end without a farewell is an end.
ssize_t tls_client_read(struct tls_client *client, void *bytes, size_t count, char *why, size_t size);
ssize_t tls_client_write(struct tls_client *client, const void *bytes, size_t count, char *why, size_t size);

void tls_client_close(struct tls_client *client);
