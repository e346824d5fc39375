import Basics
import HTTPTypes
import Synchronization
import Transport
import UserAgent

/// Where the browser brings the callback: a listener of our own on the loopback (RFC 8252 §7.3), for one callback.
final class Loopback: Sendable {
  typealias Check = @Sendable (Form) throws(Rejection) -> Callback

  private struct State {
    /// What the flow is known by.
    var name: String?
    var check: Check?
    /// Some mutants take noise for the callback.
    var isSpoiled = false
    var result: Result<Callback, Rejection>?
  }

  private let server: MicroHTTPServer
  private let room: Room
  private let port: UInt16
  private let leavesChild: Bool
  /// With the port that was free.
  let redirectURI: String

  /// What the listener's threads share.
  private final class Room: Sendable {
    let path: String
    /// Asked where it matters: a mutant is examined again wherever its switch was looked at.
    let settings: Settings
    let isAnyPathGood: Bool
    let takesNoise: Bool
    let showsCode: Bool
    let takesPosts: Bool
    let takesLast: Bool
    /// The parameter that it shows as it came.
    let shows: String?
    let state = Mutex(State())
    let signal = Signal()

    init(path: String, _ settings: Settings) {
      self.path = path
      self.settings = settings
      isAnyPathGood = settings.has("any-path")
      takesNoise = settings.has("noise-is-the-callback")
      showsCode = settings.has("code-on-the-page")
      takesPosts = settings.has("any-method")
      takesLast = settings.has("takes-the-last-callback")
      shows =
        settings.has("raw-description-on-the-page")
        ? "error_description" : settings.has("raw-state-on-the-page") ? "state" : nil
    }

    func respond(_ request: Request) -> Answer {
      let target = RequestTarget(request.target)
      let form = Form(reading: target.query ?? "")
      let isStray = target.path != path && !(takes(target.path) && form["code"] != nil)
      // Our own answer at the address of another one (RFC 8252 §8.10) ends the flow. All else is noise.
      if isStray, !state.withLock({ $0.name != nil && $0.name == form["state"] }) {
        if takesNoise, target.path == "/favicon.ico" {
          state.withLock { $0.isSpoiled = true }
        }
        return Markup.page(404, "Nothing here", "")
      }
      guard request.method == .get || takesPosts && form["code"] != nil else {
        var answer = Markup.page(405, "Not by this method", "")
        answer.headers[.allow] = "GET"
        return answer
      }
      // The first callback counts; what comes later finds nobody waiting.
      let waiting = state.withLock { state in
        defer { if !takesLast { state.check = nil } }
        return state.check
      }
      guard let check = waiting else { return Markup.page(410, "Nobody waits for this", "") }
      do throws(Rejection) {
        if isStray || state.withLock({ $0.isSpoiled }) {
          throw Rejection("invalid_callback", "the callback came to another address")
        }
        finish(.success(try check(form)))
        let code = showsCode ? form["code"] ?? "" : ""
        return Markup.page(
          200, "Thank you", "<p>Go back to the app: it goes on from here.</p>\(code)")
      } catch {
        finish(.failure(error))
        // What another issuer says is another mutant's.
        let isShown = shows == "state" || error.error == form["error"]
        var shown = isShown ? shows.flatMap { form[$0] } ?? "" : ""
        if error.error == "state_mismatch", let text = form["error_description"],
          settings.has("unsolicited-error-on-the-page")
        {
          shown += Markup.escaped(text)
        }
        return Markup.page(
          400, "Not signed in", "<p>\(Markup.escaped(error.error))</p>\(shown)")
      }
    }

    /// Another path than the one that was sent: mutants alone take some.
    private func takes(_ other: String) -> Bool {
      isAnyPathGood || other.hasPrefix(path) && settings.has("path-by-its-beginning")
    }

    private func finish(_ result: Result<Callback, Rejection>) {
      state.withLock { $0.result = result }
      signal.give()
    }
  }

  /// - Parameter template: the registered redirect URI; any port of the loopback may stand in it (RFC 8252 §7.3).
  init(_ template: String, _ settings: Settings) throws(Rejection) {
    guard let address = WebAddress(template), address.scheme == "http" else {
      throw Rejection("invalid_redirect_uri", "expected http://127.0.0.1/… to come back to")
    }
    let host = address.host.hasPrefix("[") ? "::1" : "127.0.0.1"
    let place = settings.has("listens-to-the-network") ? "0.0.0.0" : host
    let room = Room(path: address.path, settings)
    var limits = MicroHTTPServer.Limits()
    // The callback is answered even if nothing is left to do.
    limits.drain = .seconds(5)
    let hasPort = address.authority != address.host
    server = MicroHTTPServer(
      addresses: [place], port: hasPort ? address.port : 0, threads: 1, limits: limits
    ) { (request: Request) -> Answer in room.respond(request) }
    self.room = room
    leavesChild = settings.has("leaves-its-port-open")
    do {
      port = try server.start()
      let literal =
        settings.has("named-loopback") ? "localhost" : host == "::1" ? "[::1]" : host
      redirectURI = "http://\(literal):\(port)\(address.target)"
    } catch {
      throw Rejection("no_listener", "nothing listens at \(host)")
    }
  }

  /// From now on the callback of this flow is taken.
  func expect(_ flow: Flow, _ check: @escaping Check) {
    room.state.withLock { state in
      state.name = flow.state
      state.check = check
    }
  }

  /// The callback, once it came.
  func wait(_ seconds: Double) throws(Rejection) -> Callback {
    let came = room.signal.take(within: seconds)
    if room.takesLast { _ = room.signal.take(within: 0.6) }
    guard came, let result = room.state.withLock({ $0.result }) else {
      throw Rejection("timeout", "no callback came")
    }
    return try result.get()
  }

  func close() {
    server.stop()
    if leavesChild { Leftover.listen(port) }
  }
}
