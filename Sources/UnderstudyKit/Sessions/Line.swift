internal import Basics
internal import Engine
internal import Foundation

#if canImport(FoundationNetworking)
  internal import FoundationNetworking
#endif

/// What leads from the sessions of one configuration to their sandbox.
final class Line: Sendable {
  /// A session may outlive the test: it keeps no providers alive.
  private struct End {
    weak var understudy: Understudy?
  }
  private let end: Lock<End>
  private let sandbox: String
  private let hosts: HostTable
  /// As it is when a request comes: an app changes its configuration after it was connected, too.
  private let configuration: URLSessionConfiguration?
  private let ownCookies: HTTPCookieStorage?

  init(to sandbox: Sandbox, _ configuration: URLSessionConfiguration?, cookies: HTTPCookieStorage?)
  {
    end = Lock(End(understudy: sandbox.understudy))
    self.sandbox = sandbox.id
    self.configuration = configuration
    ownCookies = cookies
    hosts = HostTable(sandbox.understudy.providers, allowed: [])
  }

  /// Who answers; `nil` where nobody holds the providers any more.
  var answering: Sandbox? {
    end.withLock(\.understudy).map { Sandbox(understudy: $0, id: sandbox) }
  }

  /// Also when nobody answers any more: no test is to reach a real provider by mistake.
  func leads(to url: URL?) -> Bool {
    url?.host.map { hosts.leadsToProvider($0.lowercased()) } ?? false
  }

  /// What a session adds to each of its requests. On Linux, Foundation does so for its own protocol alone.
  var additionalHeaders: [(name: String, value: String)] {
    (configuration?.httpAdditionalHeaders ?? [:]).map { ("\($0.key)", "\($0.value)") }
  }

  private var cookies: HTTPCookieStorage? {
    guard let configuration else { return ownCookies }
    return configuration.httpShouldSetCookies ? configuration.httpCookieStorage : nil
  }
  var keepsCookies: Bool { cookies != nil }

  /// The `Cookie` field for an address; `nil` for none.
  func cookie(for url: URL) -> String? {
    guard let known = cookies?.cookies(for: url), !known.isEmpty else { return nil }
    return HTTPCookie.requestHeaderFields(with: known)["Cookie"]
  }

  /// - Parameter lines: `Set-Cookie` fields of an answer from an address.
  func take(_ lines: [String], from url: URL) {
    for line in lines {
      let made = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": line], for: url)
      cookies?.setCookies(made, for: url, mainDocumentURL: nil)
    }
  }
}
