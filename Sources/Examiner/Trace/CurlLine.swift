import Basics
import HTTPTypes

/// A request as a command line that sends it again.
package enum CurlLine {
  /// Those that curl makes itself.
  private static let own: Set<String> = [
    "accept", "connection", "content-length", "host", "user-agent",
  ]

  package static func text(_ request: Request) -> String {
    var words = ["curl", "-i"]
    let method = request.method.rawValue
    if method != (request.body.isEmpty ? "GET" : "POST") { words += ["-X", method] }
    for field in request.headers where !own.contains(field.name.lowercased()) {
      words += ["-H", ShellWord.quoted("\(field.name): \(field.value)")]
    }
    if !request.body.isEmpty {
      words += ["--data-raw", ShellWord.quoted(String(decoding: request.body, as: UTF8.self))]
    }
    let scheme = request.scheme.isEmpty ? "http" : request.scheme
    words.append(ShellWord.quoted("\(scheme)://\(request.authority)\(request.target)"))
    return words.joined(separator: " ")
  }
}
