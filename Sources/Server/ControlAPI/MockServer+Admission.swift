import Basics
import Engine
import HTTPTypes
import JOSE
import ProviderModel

/// The rule for who may command this server: of the control API, and of whatever else answers below `/_understudy`.
extension MockServer {
  /// Why a request may not command this server.
  /// - Parameters:
  ///   - now: the wall clock, in seconds since 1970.
  ///   - asksToken: false for pages without secrets, and for addresses that are a secret themselves.
  /// - Returns: nil where it may.
  package func refusal(to request: Request, at now: Int, asksToken: Bool = true) -> Answer? {
    do throws(Problem) {
      try admit(request)
      if asksToken { try authorize(request, at: now) }
      return nil
    } catch {
      return error.answer
    }
  }

  /// A page on another origin must not command a tool on the loopback.
  func admit(_ request: Request) throws(Problem) {
    let host = HostName.name(of: request.authority)
    // Providers' own hosts have no control API.
    guard HostName.isLoopback(host) || site.allows(host) else {
      throw Problem(
        421, "This server does not answer to that host.",
        "The Host \"\(request.authority)\" is neither loopback nor given by --allow-host. "
          + "If it is a name of this server, start it with --allow-host \(ShellWord.plain(host)).")
    }
    if let origin = request.headers[.origin],
      origin != "\(site.scheme(of: request))://\(request.authority)"
    {
      throw Problem(
        403, "Pages of other origins may not call the control API.",
        "The Origin is \(origin); call from outside of a browser.")
    }
  }

  /// Who may read the metrics: a monitor asks by the address of a pod or by the name of a service, which are no hosts of ours.
  /// A page that has rebound its name to this machine has neither an IP address as its host nor the control token.
  func admitMonitor(_ request: Request) throws(Problem) {
    let asksToken = options.controlToken != nil || !options.tokens.isEmpty
    let isAddress = IPAddress.bytes(of: HostName.name(of: request.authority)) != nil
    if !asksToken, !isAddress { try admit(request) }
    try authorize(request, at: 0)
  }

  /// A right token is answered at once, however many wrong ones came before it.
  /// - Returns: the token, if it is one with a name; `nil` may do everything.
  @discardableResult
  func authorize(_ request: Request, at now: Int) throws(Problem) -> ControlToken? {
    guard options.controlToken != nil || !options.tokens.isEmpty else { return nil }
    let sent = (request.headers[.authorization] ?? "").split(separator: " ", maxSplits: 1)
    let isBearer = sent.count == 2 && sent[0].lowercased() == "bearer"
    if isBearer {
      let bytes = Array(sent[1].utf8)
      if let token = options.controlToken, equalInConstantTime(bytes, Array(token.utf8)) {
        return nil
      }
      for token in options.tokens where equalInConstantTime(bytes, Array(token.secret.utf8)) {
        return token
      }
    }
    let source =
      "the token was printed at start, or given by --control-token or --control-token-file"
    var problem =
      isBearer
      ? Problem(401, "This control token is not one of the server's.", "Send another: \(source).")
      : Problem(
        401, "The control API requires its token.",
        "Send Authorization: Bearer TOKEN; \(source)."
          + (sent.isEmpty ? "" : " The Authorization header that came does not begin with Bearer."))
    if isBearer { problem.delivery = wrongTokens.delivery(at: now) }
    throw problem
  }
}
