import Basics
import Examiner

extension ExaminerServer {
  /// Starts the tool's server for an examination.
  /// - Parameters:
  ///   - isSecure: whether clients are given addresses with https, where there is such a port.
  ///   - publicURL: the origin by which clients come, where it is not the server's own.
  static func start(
    _ options: ServerOptions, ports: RunningServer.Ports, isSecure: Bool, publicURL: String? = nil
  ) throws -> ExaminerServer {
    // Servers with a port for each run share the keys.
    let keys = try Keys(files: options.keyFiles, seed: options.seed)
    let server = try ExaminerServer(isSecure: isSecure, publicURL: publicURL) { front, root in
      var (options, ports) = (options, ports)
      if let root {
        options.atRoot = root
        ports = .init(plain: 0, https: ports.https.map { _ in 0 }, proxy: nil)
      }
      let running = try RunningServer(
        options, ports: ports, log: Log(quiet: true), keys: keys,
        keepsWholeExchanges: true,
        witness: { request, house, answer in front.reply(to: request, at: house, answer) })
      do {
        return try running.examinerHost()
      } catch {
        running.stop()
        throw error
      }
    }
    keys.start()
    return server
  }
}

extension RunningServer {
  fileprivate func examinerHost() throws -> ExaminerHost {
    let trust = try authority.map { try TrustFolder($0) }
    // Leads the providers' own hosts here.
    let lead = try ports == nil ? nil : trust.map { try RunFolder(self, $0) }
    var host = ExaminerHost(house, staging, linkURL: linkURL) {
      stop()
      if let lead { lead.remove() } else { trust?.remove() }
    }
    host.controlToken = setting.house.controlToken
    host.httpsURL = httpsURL
    host.httpsPort = httpsPort
    host.proxyURL = proxyURL
    host.authority = authority
    host.trusted = trust?.bundle
    host.variables = lead?.environment.variables ?? trust?.variables() ?? []
    host.leadsHosts = lead != nil
    return host
  }
}
