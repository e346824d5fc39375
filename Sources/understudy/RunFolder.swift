import Basics
import Certificates

/// The files that a command needs to come to the server: they are there as long as it runs.
struct RunFolder {
  let environment: ClientEnvironment
  private let trust: TrustFolder
  private let nodeHook: String

  init(_ running: RunningServer) throws {
    guard let authority = running.authority else { throw Self.unsafe }
    try self.init(running, TrustFolder(authority))
  }

  /// - Parameter trust: goes with this folder.
  init(_ running: RunningServer, _ trust: TrustFolder) throws {
    guard let httpsURL = running.httpsURL, let ports = running.ports else { throw Self.unsafe }
    let hosts = ClientHosts(running.staging)
    nodeHook = "\(trust.path)/hosts.cjs"
    self.trust = trust
    do {
      try Files.write(
        NodeHook(
          hosts, address: running.bareAddress, http: ports.plain, https: ports.https,
          refusingProxy: running.proxyPasses ? nil : ports.proxy
        ).text, to: nodeHook)
    } catch {
      trust.remove()
      throw error
    }
    environment = ClientEnvironment(
      url: "http://\(running.address):\(ports.plain)", httpsURL: httpsURL,
      address: running.address, proxyPort: ports.proxy, trust: trust, nodeHook: nodeHook,
      controlToken: running.setting.house.controlToken)
  }

  private static var unsafe: Failure { Failure(text: "error: the server does not serve HTTPS") }

  func remove() {
    unlink(nodeHook)
    trust.remove()
  }
}
