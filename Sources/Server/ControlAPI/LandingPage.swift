import Basics
import Engine
import HTTPTypes
import ProviderModel

/// The page where tries begin and come back: it is the redirect URI of every provider's try-out client.
///
/// The document and its script are the same for everybody. A block of data holds what only the server knows: the plan of
/// a new try, or the form that came back.
package struct LandingPage {
  static let path = Control.prefix + "landing"

  /// Where a try begins that ends on this page.
  /// - Parameters:
  ///   - type: the response type; a code, where the provider has one, unless said.
  ///   - base: the address of the server or sandbox, without a slash at its end.
  package static func start(_ provider: String, _ type: String? = nil, base: String) -> String {
    var query = [(name: "try", value: provider)]
    if let type { query.append((name: "type", value: type)) }
    return base + path + "?" + QueryStyle.rfc3986.encode(query)
  }

  let sandbox: ServerState
  let sandboxHost: SandboxHost
  let request: Request

  /// Nil where the document is not at hand.
  func answer(_ version: String) -> Answer? {
    guard let file = BuiltInPage.all["landing.html"] else { return nil }
    let query = Parameters(formEncoded: (RequestTarget(request.target).query ?? "")[...])
    var data = JSONObject()
    data["sandbox"] = JSONValue(.string(sandboxHost.id))
    data["home"] = JSONValue(.string(base + "/"))
    var forgotten: SetCookie?
    if request.method == .post {
      data["form"] = JSONValue(
        .array(
          Parameters(formEncoded: request.body).list.map {
            [JSONValue(.string($0.name)), JSONValue(.string($0.value))]
          }))
    } else if let id = query.first("try") {
      let provider = sandbox.site.providers.provider(id)
      if let provider, let client = query.first("client"),
        let page = HandoverPage(sandbox, provider, client, query.first("type"), base: base)
      {
        return BuiltInAnswer.document(page.html, version)
      }
      let landing = sandbox.site.landing(for: request, under: sandboxHost.prefix) ?? ""
      let plan = provider.flatMap {
        TryPlan(provider: $0, cast: sandbox.cast, base: base, landing: landing).json
      }
      data["try"] = plan ?? JSONValue(.null)
      if plan == nil { data["why"] = JSONValue(.string(reason(against: id, provider))) }
      if let provider, query.first(Self.someoneElse) != nil { forgotten = session(at: provider) }
    }
    let html = String(decoding: file.bytes, as: UTF8.self)
      .replacing("<!-- data -->", with: BuiltInPage.dataBlock(JSONValue(.object(data))))
    var answer = BuiltInAnswer.document(html, version)
    if let forgotten { answer.headers.append(.setCookie, forgotten.headerValue) }
    return answer
  }

  /// The parameter of a try by somebody else than the person who is signed in.
  private static let someoneElse = "someone_else"

  /// The cookie of the browser's session, so that the browser forgets it. Tries are below the provider's ID.
  private func session(at provider: Provider) -> SetCookie? {
    let facts = Facts.none(of: provider)
    for (name, rule) in provider.variables {
      guard let table = rule.table else { continue }
      facts.setFound(name, sandbox.cast.records(table, of: provider.id).first)
    }
    guard let name = provider.sessionCookie.name.flatMap({ $0.literal ?? facts.text($0) })
    else { return nil }
    return SetCookie(
      name: name, value: nil, path: "\(sandboxHost.prefix)/\(provider.id)",
      secure: sandbox.site.scheme(of: request) == "https")
  }

  private func reason(against id: String, _ provider: Provider?) -> String {
    guard let provider else {
      let known = sandbox.site.providers.ids
      return "No provider has the ID \"\(id)\"" + Suggestion.sentence(for: id, among: known)
    }
    return "\(provider.title) has no page to sign in: "
      + (provider.workloads.isEmpty
        ? "it has no authorization endpoint."
        : "it issues tokens to workloads, such as CI jobs, by POST …/workloads of the control API.")
  }

  private var base: String { sandbox.site.publicOrigin(of: request) + sandboxHost.prefix }
}
