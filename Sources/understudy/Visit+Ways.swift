import Basics
import Certificates
import ProviderModel
import Server
import UserAgent

/// By which way a visit goes: proxies and trust as other programs have them, from the environment.
extension Visit {
  private static func value(_ name: String) -> String? {
    getenv(name).map { String(cString: $0) }.flatMap { $0.isEmpty ? nil : $0 }
  }

  /// - Throws: where others could have put another CA in the usual folder.
  static func usualTrust() throws -> String? {
    if let file = value("SSL_CERT_FILE") { return file }
    do {
      let folder = value(Setting.caDir.variable) ?? CertificateFolder.usual(value)
      return try folder.flatMap { try CertificateFolder($0).trusted() }
    } catch let failure as CertificateFolder.Failure {
      throw Failure(text: "error: \(failure)")
    }
  }

  /// `https_proxy` and its kin; this machine is reached without.
  static func proxy(for address: WebAddress) -> WebAddress? {
    guard !HostName.isLoopback(address.host) else { return nil }
    let names = address.scheme == "https" ? ["https_proxy", "HTTPS_PROXY"] : ["http_proxy"]
    return names.compactMap(value).first.flatMap { WebAddress($0) }
  }

  /// The real hosts of a provider are many; a visit that starts at one goes on to the others, and leaves for no other.
  ///
  /// Without TLS only a proxy is sure to lead to the server that is meant.
  static func isHome(_ url: String) -> (WebAddress) -> Bool {
    let host = WebAddress(url)?.host ?? ""
    guard !HostName.isLoopback(host) else { return { _ in false } }
    let own = BundledFixtures.index.first { $0.answers(at: host) }
    let site = { (host: String) in host.split(separator: ".").suffix(2).joined(separator: ".") }
    return { other in
      let name = other.host
      guard other.scheme == "https" || proxy(for: other) != nil, !HostName.isLoopback(name) else {
        return false
      }
      return name == host || own?.answers(at: name) == true || site(name) == site(host)
    }
  }
}
