import Basics
import ProviderModel
import Server

/// Names the hosts that the proxy refuses on standard error, each once: a client often shows only the status 403.
final class RefusedHosts: Sendable {
  private let told = Lock<Set<String>>([])
  private static let most = 64

  func tell(_ host: String) {
    let isNew = told.withLock { $0.count < Self.most && $0.insert(host).inserted }
    guard isNew else { return }
    let near = Suggestion.nearest(to: host, among: BundledFixtures.index.flatMap(\.hosts))
    Streams.error(
      "A request to \(host) was refused, as no provider has this host\(near.map { "; did you mean \($0)?" } ?? ".") To answer there, play a provider: understudy play https://\(host). To let it pass, name it in NO_PROXY, or add --proxy-others pass."
    )
  }
}
