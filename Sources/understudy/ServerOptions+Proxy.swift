import Basics
import Engine
import ProviderModel
import Server
import Transport

extension ServerOptions {
  /// Whose word about a client's way is believed.
  func trusted() throws -> TrustedProxies {
    var trusted = TrustedProxies()
    for text in trustProxy where !trusted.add(text) {
      throw Failure(
        text: "--trust-proxy \(text): expected an IP address, or a network such as 10.0.0.0/8")
    }
    return trusted
  }

  func proxy(at port: UInt16, _ house: MockServer) -> MicroHTTPServer.Proxy {
    let passes = proxyOthers == .pass
    // On a network, everyone who reaches the proxy would reach this machine's loopback services.
    let refused = namesRefusedHosts ? RefusedHosts() : nil
    let passesLoopback = listensAtLoopback || allowRemote
    var proxy = MicroHTTPServer.Proxy(port: port) { host, _ in
      if house.site.plays(host) || TLSFault(host: host) != nil { return .here }
      if HostName.isLoopback(host) {
        return passesLoopback
          ? .pass
          : .refused(
            "This proxy listens on a network, so it passes nothing on to the loopback of its machine. --allow-remote lets it."
          )
      }
      if passes { return .pass }
      refused?.tell(host)
      return
        .refused(
          "This proxy answers for the hosts of the providers that it plays, and \"\(host)\" is not one of them. To answer there, play a provider: understudy play https://\(host). To let the request pass, name the host in NO_PROXY, or start with --proxy-others pass."
        )
    }
    proxy.passesLoopback = passesLoopback
    return proxy
  }
}
