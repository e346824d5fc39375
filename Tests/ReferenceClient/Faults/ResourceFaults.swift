import Basics
import HTTPTypes
import UserAgent

/// What mutants do behind an answer of the API, or behind none.
struct ResourceFaults {
  private let client: Client
  private let url: String
  private let token: String

  init(_ client: Client, _ url: String, _ token: String) {
    self.client = client
    self.url = url
    self.token = token
  }

  private func has(_ id: String) -> Bool { client.has(id) }

  func after(_ answer: Answer) {
    let isPage =
      answer.status.code == 200 && answer.object == nil && answer.mediaType != "application/jwt"
    if isPage, has("calls-again-after-garbage") { again(40) }
    if answer.status.code == 401, has("asks-userinfo-again") { again(6) }
    if let next = answer.object?["next"]?.text { follow(next) }
    guard let place = answer.headers.first(.location) else { return }
    let isDowngrade = url.hasPrefix("https:") && place.hasPrefix("http:")
    let isTemporary = answer.status.code == 307
    guard
      has(
        isDowngrade
          ? "follows-to-plain-http"
          : isTemporary ? "follows-from-userinfo" : "follows-with-authorization")
    else { return }
    // A token of the same session, whose loss harms nobody.
    _ = try? client.caller.get(place, bearer: Chance.challenge(token))
  }

  /// A link of an answer: the client itself follows none.
  private func follow(_ link: String) {
    guard let place = WebAddress(link), let home = WebAddress(url) else { return }
    let id =
      if link.hasPrefix(home.origin) {
        "follows-links-by-their-beginning"
      } else if place.host != home.host {
        "follows-links"
      } else {
        place.scheme == home.scheme ? "follows-links-to-any-port" : "follows-links-by-any-scheme"
      }
    guard has(id) else { return }
    // What stands before an @ is no host.
    let authority = place.authority?.split(separator: "@").last ?? ""
    _ = try? client.callAPI("\(place.scheme)://\(authority)\(place.target)", token)
  }

  func after(_ rejection: Rejection) {
    guard rejection.error == "unreachable" else { return }
    let about = rejection.about
    // To call again here would take as long each time.
    let isLate = about.contains("no response within") || about.contains("time limit")
    guard !isLate else { return }
    let id =
      about.contains("breaks off")
      ? "half" : about.contains("without a response") ? "silence" : "reset"
    if has("calls-again-after-\(id)") { again(40) }
  }

  private func again(_ count: Int) {
    for _ in 0..<count { _ = try? client.caller.get(url, bearer: token) }
  }
}
