// How long a server takes from exec to its first answer: first-byte [--tls PORT] TARGET COMMAND...
//
// With --tls it asks over HTTPS, at that port, and trusts whoever answers. Starts the command, waits for the URL on its standard output, asks for TARGET there. Prints the microseconds until
// the answer's first byte, and the resident memory in KiB at that moment; then ends the server by SIGTERM.
#include <arpa/inet.h>
#include <gnutls/gnutls.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static pid_t server;

static void fail(const char *what) {
  fprintf(stderr, "first-byte: %s\n", what);
  if (server > 0) kill(server, SIGKILL);
  exit(1);
}

// A server that hangs must not keep this waiting.
static void late(int signal) {
  (void)signal;
  static const char text[] = "first-byte: no answer within 10 s\n";
  if (server > 0) kill(server, SIGKILL);
  _exit(write(2, text, sizeof text - 1) < 0 ? 2 : 1);
}

static long long micros(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return now.tv_sec * 1000000LL + now.tv_nsec / 1000;
}

static long resident(void) {
  char path[64], line[256];
  long size = 0;
  snprintf(path, sizeof path, "/proc/%d/status", (int)server);
  FILE *status = fopen(path, "r");
  while (status && fgets(line, sizeof line, status)) sscanf(line, "VmRSS: %ld", &size);
  if (status) fclose(status);
  return size;
}

static gnutls_session_t secure(int connection) {
  gnutls_session_t session;
  gnutls_certificate_credentials_t credentials;
  if (gnutls_certificate_allocate_credentials(&credentials) < 0 || gnutls_init(&session, GNUTLS_CLIENT) < 0 ||
      gnutls_set_default_priority(session) < 0 ||
      gnutls_credentials_set(session, GNUTLS_CRD_CERTIFICATE, credentials) < 0)
    fail("no TLS");
  gnutls_transport_set_int(session, connection);
  int code;
  do code = gnutls_handshake(session);
  while (code < 0 && !gnutls_error_is_fatal(code));
  if (code < 0) fail(gnutls_strerror(code));
  return session;
}

int main(int argc, char **argv) {
  unsigned tls = 0;
  if (argc > 2 && !strcmp(argv[1], "--tls")) {
    tls = (unsigned)atoi(argv[2]);
    argv += 2;
    argc -= 2;
  }
  if (argc < 3) fail("expected TARGET COMMAND...");
  int output[2];
  if (pipe(output)) fail("no pipe");
  signal(SIGALRM, late);
  alarm(10);

  long long since = micros();
  // Not fork: this process's page tables would be copied at the server's expense.
  server = vfork();
  if (server == 0) {
    dup2(output[1], 1);
    close(output[0]);
    close(output[1]);
    execv(argv[2], argv + 2);
    _exit(127);
  }
  if (server < 0) fail("no process");
  close(output[1]);

  char line[256];
  unsigned port = 0;
  FILE *greeting = fdopen(output[0], "r");
  while (!port && fgets(line, sizeof line, greeting)) {
    char *url = strstr(line, "http://127.0.0.1:");
    if (url) sscanf(url, "http://127.0.0.1:%u", &port);
  }
  if (!port) fail("the server ended before it printed its URL");

  int connection = socket(AF_INET, SOCK_STREAM, 0), yes = 1;
  setsockopt(connection, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
  struct sockaddr_in to = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK), .sin_port = htons(tls ? tls : port)};
  if (connect(connection, (struct sockaddr *)&to, sizeof to)) fail("no connection");
  gnutls_session_t session = tls ? secure(connection) : NULL;
  char text[1024];
  int length = snprintf(text, sizeof text, "GET %s HTTP/1.1\r\nHost: 127.0.0.1:%u\r\nConnection: close\r\n\r\n",
                        argv[1], port);
  if (length >= (int)sizeof text) fail("the target is too long");
  ssize_t taken_in = session ? gnutls_record_send(session, text, length) : send(connection, text, length, MSG_NOSIGNAL);
  if (taken_in != length) fail("the request was not taken");
  ssize_t got;
  do got = session ? gnutls_record_recv(session, text, sizeof text) : read(connection, text, sizeof text);
  while (session && (got == GNUTLS_E_AGAIN || got == GNUTLS_E_INTERRUPTED));
  long long taken = micros() - since;
  long memory = resident();
  if (got < 12 || strncmp(text, "HTTP/1.1 200", 12)) fail("the answer is not 200");
  close(connection);

  kill(server, SIGTERM);
  int status;
  if (waitpid(server, &status, 0) < 0 || !WIFEXITED(status) || WEXITSTATUS(status)) {
    server = 0;
    fail("SIGTERM did not end the server with exit code 0");
  }
  printf("%lld %ld\n", taken, memory);
}
