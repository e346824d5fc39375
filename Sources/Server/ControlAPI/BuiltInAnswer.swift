import Basics
import HTTPTypes

/// Answers of the server itself, outside of every provider.
enum BuiltInAnswer {
  private static func answer(
    _ type: String, _ text: String, _ version: String, _ more: Headers = [:]
  ) -> Answer {
    answer(type, Array(text.utf8), version, more)
  }

  private static func answer(
    _ type: String, _ body: [UInt8], _ version: String, _ more: Headers = [:]
  ) -> Answer {
    var headers: Headers = [.contentType: type]
    for field in more { headers.append(field) }
    headers.append(.server, "understudy/\(version)")
    headers.append(.cacheControl, "no-store")
    headers.append(.contentTypeOptions, "nosniff")
    return Answer(status: .ok, headers: headers, body: body)
  }

  static func document(
    _ document: (type: String, body: [UInt8]), to request: Request, _ version: String
  ) -> Answer {
    guard request.method == .get || request.method == .head else {
      return Answer(status: .methodNotAllowed, headers: [.allow: "GET, HEAD"])
    }
    return answer(document.type, document.body, version)
  }

  /// A script gets no text but as text: the browser itself refuses to make markup of a string (Trusted Types).
  private static let policy =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    + "frame-ancestors 'none'; base-uri 'none'; form-action 'none'; "
    + "require-trusted-types-for 'script'; trusted-types 'none'"

  static func file(_ file: BuiltInPage, to request: Request, _ version: String) -> Answer {
    guarded(document((file.type, file.bytes), to: request, version))
  }

  /// A page that loads scripts and styles of our own.
  static func document(_ html: String, _ version: String) -> Answer {
    guarded(answer("text/html; charset=utf-8", html, version))
  }

  private static func guarded(_ answer: Answer) -> Answer {
    var answer = answer
    answer.headers.append(.contentSecurityPolicy, policy)
    answer.headers.append(.referrerPolicy, "no-referrer")
    return answer
  }

  /// To where the relative addresses of a page mean what they should.
  static func moved(to path: String, _ version: String) -> Answer {
    var answer = answer("text/plain; charset=utf-8", "See \(path)\n", version, [.location: path])
    answer.status = .permanentRedirect
    return answer
  }

  static func health(_ version: String) -> Answer {
    answer("application/json", "{\"status\":\"ok\",\"version\":\"\(version)\"}", version)
  }

  static func page(_ html: String, _ version: String) -> Answer {
    answer(
      "text/html; charset=utf-8", html, version,
      [
        .contentSecurityPolicy:
          "default-src 'none'; script-src '\(FrontPage.scriptHash)'; "
          + "style-src 'nonce-\(FrontPage.nonce)'; frame-ancestors 'none'; base-uri 'none'"
      ])
  }
}
