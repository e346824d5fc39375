import Basics
import HTTPTypes
import ProviderModel

extension AnswerWriter {
  /// A page of the provider, from its fixture's templates.
  func page(_ name: String, message: String?, status: Int? = nil) -> Answer {
    facts?.frames = decision.outcome.frames
    facts?.onward = decision.outcome.onward
    guard let facts, let rule = facts.provider.pages[name],
      let page = facts.page(
        rule, message: message, people: decision.outcome.people,
        accounts: decision.outcome.accounts, denial: denial())
    else {
      return Self.body(
        "text/plain; charset=utf-8", status ?? 500, message ?? "There is no page \"\(name)\".")
    }
    var answer = Self.body("text/html; charset=utf-8", status ?? rule.status, page.html)
    var policy = "default-src 'none'; style-src 'nonce-\(page.nonce)'"
    let sources = frameSources
    if !sources.isEmpty { policy += "; frame-src \(sources.joined(separator: " "))" }
    if decision.outcome.onward != nil { policy += "; script-src 'nonce-\(page.nonce)'" }
    answer.headers.append(
      .contentSecurityPolicy, policy + "; frame-ancestors 'none'; base-uri 'none'")
    // The address of the page has the state of the request, and perhaps a ticket (RFC 9700 §4.2.4).
    answer.headers.append(.referrerPolicy, "no-referrer")
    return answer
  }

  /// The origins of the frames. Other text in a policy would be another policy.
  private var frameSources: [String] {
    var sources: [String] = []
    for frame in decision.outcome.frames {
      let uri = URIReference(frame)
      let source = "\(uri.scheme)://\(uri.authority)"
      let isPlain = source.utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: ".-:/[]".utf8.contains(byte)
        }
      }
      if isPlain, !sources.contains(source) { sources.append(source) }
    }
    return sources
  }

  /// The address to which a denial would lead: some providers print it as a plain link.
  private func denial() -> (Facts) -> String? {
    let writer = self
    return { facts in
      guard let provider = writer.provider, let target = writer.decision.target,
        let rule = provider.errorRule(.userDenied, in: "authorize"),
        case .redirect(let redirect)? = provider.shape(rule.shape)?.form
      else { return nil }
      let error = facts.error(.userDenied, rule, found: [])
      let mode = redirect.mode ?? facts.mode
      let plain = facts.parameters(redirect.parameters, error: error)
      return writer.enveloped(plain, plain, mode).map {
        writer.location($0, target, ResponseMode.transport(of: mode), redirect.style)
          + redirect.suffix
      }
    }
  }
}
