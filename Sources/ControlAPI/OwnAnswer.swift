import HTTPMessages
import HTTPTypes

/// Answers of the server itself, outside of every provider.
enum OwnAnswer {
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

  static func health(_ version: String) -> Answer {
    answer("application/json", "{\"status\":\"ok\",\"version\":\"\(version)\"}", version)
  }

  static func page(_ html: String, _ version: String) -> Answer {
    answer(
      "text/html; charset=utf-8", html, version,
      [
        .contentSecurityPolicy:
          "default-src 'none'; style-src 'nonce-\(FrontPage.nonce)'; frame-ancestors 'none'; base-uri 'none'"
      ])
  }
}
