internal import Basics
internal import HTTPTypes

#if canImport(FoundationNetworking)
  internal import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension Sandbox {
  /// A configuration whose sessions are answered by this sandbox at the providers' real host names: an app's networking
  /// code stays as it is.
  ///
  /// ```swift
  /// let session = URLSession(configuration: sandbox.configuration)
  /// let url = URL(string: "https://api.vk.com/method/users.get?v=5.52&access_token=\(token)")!
  /// let (data, response) = try await session.data(from: url)
  /// ```
  ///
  /// `https://ID.localhost` is a provider's address too: `https://standard.localhost/token`. Addresses of any other host are
  /// left alone, and so reach the network. It is an ephemeral configuration, with cookies of
  /// its own. Each sandbox answers its own sessions only, so suites run in parallel.
  ///
  /// On Linux, Foundation can't tell a session of a redirect that was answered here. So redirects are followed on this side
  /// as long as they lead to a provider; one that leaves, to the app's own address, is handed out as it is. And there it answers
  /// data tasks only: uploads and downloads fail with an error that says so.
  public var configuration: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    connect(configuration)
    return configuration
  }

  /// Lets the sessions of an app's own configuration be answered by this sandbox.
  ///
  /// ```swift
  /// let configuration = URLSessionConfiguration.default
  /// configuration.httpAdditionalHeaders = ["User-Agent": "Example/1.0"]
  /// sandbox.connect(configuration)
  /// ```
  public func connect(_ configuration: URLSessionConfiguration) {
    let line = Line(to: self, configuration, cookies: nil)
    let answering: AnyClass = Switchboard.shared.connect(line)
    configuration.protocolClasses = [answering] + (configuration.protocolClasses ?? [])
  }

  /// The class that answers: for `URLProtocol.registerClass`, where an app uses `URLSession.shared`.
  ///
  /// ```swift
  /// let answering: AnyClass = sandbox.protocolClass()
  /// _ = URLProtocol.registerClass(answering)
  /// defer { URLProtocol.unregisterClass(answering) }
  /// ```
  /// What is registered is registered for the whole process: such tests can't run in parallel.
  /// - Parameter cookies: Where cookies are kept; `nil` for nowhere.
  public func protocolClass(cookies: HTTPCookieStorage? = .shared) -> AnyClass {
    Switchboard.shared.connect(Line(to: self, nil, cookies: cookies))
  }

  /// Answers one request, in process and at once; redirects are not followed, and no cookies are kept.
  ///
  /// ```swift
  /// let response = sandbox.respond(
  ///   to: .init("https://oauth.vk.com/authorize?client_id=753197&response_type=token"))
  /// #expect(response.parameters["access_token"] != nil, "\(response)")
  /// ```
  /// A rule's delay is not waited for. A host that is no provider's is answered with 421.
  public func respond(to request: Request) -> Response { Response(answer(request.message)) }

  func answer(_ request: Basics.Request) -> Answer {
    var request = request
    request.headers[.understudySandbox] = id
    let answer = understudy.respond(to: request)
    return request.method == .head ? answer.withoutBody : answer
  }
}
