// What libmicrohttpd alone can do: bare-server [--tls CERTIFICATE KEY] PATH=FILE...
//
// Each file holds a whole recorded answer, which is given to every request for its path. The daemon runs as the
// product's does, also its TLS with the same ciphers: polling threads, a pool of two, the same limits. Prints one line once it listens; SIGTERM ends it.
#include <arpa/inet.h>
#include <microhttpd.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

struct answer {
  const char *path;
  unsigned status;
  struct MHD_Response *response;
};

static struct answer answers[16];
static int count;

static void fail(const char *what) {
  fprintf(stderr, "bare-server: %s\n", what);
  exit(1);
}

// Sent by libmicrohttpd itself, or true of the recorded connection only.
static int is_own(const char *name) {
  return !strcasecmp(name, "Date") || !strcasecmp(name, "Content-Length") || !strcasecmp(name, "Connection");
}

static void load(char *argument) {
  char *file = strchr(argument, '=');
  if (!file || count == sizeof answers / sizeof *answers) fail("expected up to 16 PATH=FILE");
  *file++ = 0;
  FILE *stream = fopen(file, "r");
  static char text[64 << 10];
  size_t length = stream ? fread(text, 1, sizeof text - 1, stream) : 0;
  text[length] = 0;
  char *body = strstr(text, "\r\n\r\n");
  struct answer *answer = &answers[count++];
  answer->path = argument;
  if (!body || sscanf(text, "HTTP/1.1 %u", &answer->status) != 1) fail("a file holds no whole answer");
  fclose(stream);
  *body = 0;
  body += 4;
  answer->response = MHD_create_response_from_buffer(text + length - body, body, MHD_RESPMEM_MUST_COPY);
  char *rest = NULL;
  strtok_r(text, "\r\n", &rest);
  for (char *line; (line = strtok_r(NULL, "\r\n", &rest));) {
    char *value = strchr(line, ':');
    if (!value) fail("a file holds a line that is no header");
    *value++ = 0;
    if (!is_own(line)) MHD_add_response_header(answer->response, line, value + strspn(value, " "));
  }
}

static enum MHD_Result handle(void *context, struct MHD_Connection *connection, const char *path, const char *method,
                              const char *version, const char *data, size_t *size, void **state) {
  static int seen;
  (void)context, (void)method, (void)version, (void)data;
  if (!*state) {
    *state = &seen;
    return MHD_YES;
  }
  if (*size) {
    *size = 0;
    return MHD_YES;
  }
  for (int n = 0; n < count; n++)
    if (!strcmp(path, answers[n].path)) return MHD_queue_response(connection, answers[n].status, answers[n].response);
  return MHD_NO;
}

static char *text_of(const char *path) {
  static char texts[2][8 << 10];
  static int used;
  char *text = texts[used++ % 2];
  FILE *stream = fopen(path, "r");
  if (!stream) fail("a PEM file can't be read");
  text[fread(text, 1, sizeof texts[0] - 1, stream)] = 0;
  fclose(stream);
  return text;
}

int main(int argc, char **argv) {
  struct MHD_OptionItem tls[] = { { MHD_OPTION_END, 0, NULL }, { MHD_OPTION_END, 0, NULL }, { MHD_OPTION_END, 0, NULL },
                                  { MHD_OPTION_END, 0, NULL } };
  unsigned flags = MHD_USE_POLL | MHD_USE_INTERNAL_POLLING_THREAD | MHD_USE_ITC | MHD_USE_ERROR_LOG;
  int first = 1;
  if (argc > 3 && !strcmp(argv[1], "--tls")) {
    flags |= MHD_USE_TLS;
    tls[0] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_CERT, 0, text_of(argv[2]) };
    tls[1] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_MEM_KEY, 0, text_of(argv[3]) };
    tls[2] = (struct MHD_OptionItem){ MHD_OPTION_HTTPS_PRIORITIES, 0, (void *)"SECURE128:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2" };
    first = 4;
  }
  for (int n = first; n < argc; n++) load(argv[n]);
  // Blocked before there are threads, so that it waits for `sigwait` below.
  sigset_t end;
  sigemptyset(&end);
  sigaddset(&end, SIGTERM);
  sigprocmask(SIG_BLOCK, &end, NULL);

  struct sockaddr_in loopback = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
  struct MHD_Daemon *daemon = MHD_start_daemon(
    flags, 0, NULL, NULL, handle, NULL, MHD_OPTION_ARRAY, tls,
    MHD_OPTION_SOCK_ADDR, &loopback, MHD_OPTION_THREAD_POOL_SIZE, 2u, MHD_OPTION_CONNECTION_LIMIT, 1024u,
    MHD_OPTION_CONNECTION_MEMORY_LIMIT, (size_t)64 << 10, MHD_OPTION_CONNECTION_TIMEOUT, 30u, MHD_OPTION_END);
  if (!daemon) fail("libmicrohttpd does not start");
  printf("Bare server listens at %s://127.0.0.1:%u\n", first > 1 ? "https" : "http",
         (unsigned)MHD_get_daemon_info(daemon, MHD_DAEMON_INFO_BIND_PORT)->port);
  fflush(stdout);
  int signal;
  sigwait(&end, &signal);
  MHD_stop_daemon(daemon);
}
