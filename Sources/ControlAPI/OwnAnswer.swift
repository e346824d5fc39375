import HTTPMessages
import HTTPTypes

/// Answers of the server itself, outside of every provider.
enum OwnAnswer {
  private static func answer(
    _ status: Int, _ type: String, _ text: String, _ version: String, _ more: Headers = [:]
  ) -> Answer {
    var headers = Headers()
    if status != 204 { headers.append(.contentType, type) }
    for field in more { headers.append(field) }
    headers.append(.server, "understudy/\(version)")
    headers.append(.cacheControl, "no-store")
    headers.append(.contentTypeOptions, "nosniff")
    return Answer(
      status: .init(code: status), headers: headers, body: status == 204 ? [] : Array(text.utf8))
  }

  static func health(_ version: String) -> Answer {
    answer(200, "application/json", "{\"status\":\"ok\",\"version\":\"\(version)\"}", version)
  }

  static func page(_ html: String, _ version: String) -> Answer {
    answer(
      200, "text/html; charset=utf-8", html, version,
      [
        .contentSecurityPolicy:
          "default-src 'none'; style-src 'nonce-\(FrontPage.nonce)'; frame-ancestors 'none'; base-uri 'none'"
      ])
  }

  static func refused(_ path: String, _ request: Request, _ version: String) -> Answer {
    answer(
      request.method == .options ? 204 : 405, "text/plain; charset=utf-8",
      "\(path) answers GET and HEAD.\n", version, [.allow: "GET, HEAD, OPTIONS"])
  }
}
