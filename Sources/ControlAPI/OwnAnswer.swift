import HTTPMessages
import HTTPTypes

/// Answers of the server itself, outside of every provider.
enum OwnAnswer {
  private static func answer(
    _ type: String, _ text: String, _ version: String, _ more: Headers = [:]
  ) -> Answer {
    var headers: Headers = [.contentType: type]
    for field in more { headers.append(field) }
    headers.append(.server, "understudy/\(version)")
    headers.append(.cacheControl, "no-store")
    headers.append(.contentTypeOptions, "nosniff")
    return Answer(status: .ok, headers: headers, body: Array(text.utf8))
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
