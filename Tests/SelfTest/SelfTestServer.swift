import Basics
import Certificates
import Engine
import Examiner
import JOSE
import ProviderModel
import Server
import Transport

extension ExaminerServer {
  /// Starts a mock server on free ports, with all bundled providers, a CA of its own and new keys.
  static func forSelfTest() throws -> ExaminerServer {
    var random = Entropy(seed: nil)
    let keys = try KeyChest(
      curves: SigningKey.onCurves(using: &random))
    keys.start()
    let ring = Keyring { try? keys.key(for: $0) }
    let fixtures = try LoadedFixtures()
    return try ExaminerServer { front, root in
      var setting = MockServer.Setting(keys: ring)
      setting.sandboxes.keepWholeExchanges()
      setting.site.root = root
      let house = MockServer(fixtures, setting, now: ExaminerServer.clock())
      let authority = try CertificateAuthority(
        at: ExaminerServer.clock(), permitting: PermittedNames(["localhost", "127.0.0.1", "::1"]))
      let leaves = LeafBook(authority, options: .init(), now: ExaminerServer.clock) {
        TLSIdentity(certificate: $0.certificate, key: $0.key)
      }
      let server = MicroHTTPServer(
        addresses: ["127.0.0.1", "::1"], port: 0,
        https: MicroHTTPServer.HTTPS(port: 0) { leaves.identity(for: $0) },
        refusing: MockServer.refusing,
        replying: { request in
          front.reply(to: request, at: house) {
            house.respond(to: request, at: ExaminerServer.clock())
          }
        })
      let port = try server.start()
      let folder = try Files.temporaryFolder()
      var host = ExaminerHost(house, fixtures, linkURL: "http://127.0.0.1:\(port)") {
        server.stop()
        Files.removeFolder(folder)
      }
      host.httpsPort = server.httpsPort
      host.httpsURL = server.httpsPort.map { "https://127.0.0.1:\($0)" }
      host.authority = authority
      let file = "\(folder)/ca.pem"
      try Files.write(authority.pem, to: file)
      host.trusted = file
      host.variables = [("SSL_CERT_FILE", file)]
      return host
    }
  }
}
