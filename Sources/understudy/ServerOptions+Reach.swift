import Basics
import ProviderModel

/// Who reaches a server, and what is asked of them.
extension ServerOptions {
  /// The option, as it was given, by which requests may come from other machines; nil where none does.
  ///
  /// A name of the network counts as an address of the network does: something in front passes its requests on.
  var beyondLoopback: String? {
    let named = [
      ("--host", host.map { [$0] } ?? []), ("--allow-host", allowHost),
      ("--public-url", publicURLs), ("--internal-url", internalURLs),
    ]
    for (option, values) in named {
      for value in values where !Self.isLoopback(value) { return "\(option) \(value)" }
    }
    return nil
  }

  /// Whether the server listens where only programs of this machine reach it: so do the ports of HTTPS and of the proxy.
  var listensAtLoopback: Bool { host.map(Self.isLoopback) ?? true }

  /// - Parameter place: an address, a host name, or an origin.
  private static func isLoopback(_ place: String) -> Bool {
    let authority = PublicURL(place)?.authority ?? HostName.bracketed(place)
    return !authority.isEmpty && HostName.isLoopback(HostName.name(of: authority))
  }

  /// - Throws: if an option is not allowed for callers from other machines.
  func checkReach() throws {
    if let host, let colon = host.lastIndex(of: ":"), host.firstIndex(of: ":") == colon {
      throw Failure(
        text: "--host \(host): expected a name or an address without a port; the port is in --port")
    }
    guard !allowRemote else { return }
    if let beyondLoopback {
      let refused = [
        (acceptAnyClient, "--accept-any-client", "lets anyone there be redirected anywhere"),
        (signIn != nil, "--sign-in", "signs in anyone who comes from there"),
      ]
      for (isGiven, option, why) in refused where isGiven {
        throw Failure(
          text: "\(option) with \(beyondLoopback) \(why); add --allow-remote if that is meant")
      }
    }
    if proxyOthers == .pass, !listensAtLoopback {
      throw Failure(
        text:
          "--proxy-others pass with --host \(host ?? "") passes on anything for anyone on the network; "
          + "add --allow-remote if that is meant")
    }
  }

  /// The characters of a control token at least: of letters and digits, that many take longer to guess than anybody waits.
  static let leastToken = 16

  /// - Parameter name: the option or variable that the token was given by.
  static func checkToken(_ token: String?, _ name: String) throws {
    guard let token else { return }
    let how =
      "; openssl rand -hex 16 prints one"
      + (name == "--control-token" ? ", and without the option the server makes one" : "")
    guard token.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
      throw Failure(
        text: "\(name): expected visible ASCII characters without spaces, as a header carries them"
          + how)
    }
    guard token.utf8.count >= leastToken else {
      throw Failure(
        text: "\(name): expected \(leastToken) characters or more, found \(token.utf8.count): "
          + "a shorter token can be guessed" + how)
    }
  }
}
