import Basics
import Transport
import UserAgent

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Serves the web application until it is told to end.
struct WebServer {
  let settings: Settings

  func run() throws(Rejection) {
    var ends = sigset_t()
    sigemptyset(&ends)
    for number in [SIGTERM, SIGINT] { sigaddset(&ends, number) }
    pthread_sigmask(SIG_BLOCK, &ends, nil)

    let redirect = WebAddress(settings.redirectURI)
    guard let port = settings["PORT"].flatMap({ UInt16($0) }) ?? redirect?.port else {
      throw Rejection("no_port", "PORT or OAUTH_REDIRECT_URI says where to listen")
    }
    let application = WebApplication(settings, callback: redirect?.path ?? "/callback")
    let server = MicroHTTPServer(addresses: ["127.0.0.1"], port: port, threads: 2) {
      (request: Request) -> Answer in application.respond(request)
    }
    do {
      _ = try server.start()
    } catch {
      throw Rejection("no_listener", "nobody can listen at port \(port): \(error)")
    }
    var caught: Int32 = 0
    while sigwait(&ends, &caught) != 0 {}
    server.stop()
  }
}
