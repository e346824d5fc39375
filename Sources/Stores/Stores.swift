import Basics
import Server

/// Opens stores by the names that people give them.
package enum Stores {
  /// - Parameter place: a path, or a URL of Redis or Valkey.
  package static func open(
    _ place: String, sync: SQLiteStore.Sync = .second
  ) throws(StoreFailure) -> any Store {
    guard let colon = place.firstIndex(of: ":"), place[colon...].hasPrefix("://") else {
      if let url = url(meantBy: place) {
        throw StoreFailure(
          .refused,
          "--store \(place): did you mean \(url)? A file of this name is ./\(place).")
      }
      guard place.contains(where: { "./".contains($0) }) else {
        throw StoreFailure(
          .refused,
          "--store \(place): expected a file such as \(place).sqlite; a file of this very name is ./\(place). To keep the state in memory, leave --store out."
        )
      }
      return try SQLiteStore(place, sync: sync)
    }
    if place.lowercased().hasPrefix("sqlite") {
      let path = "/" + place[colon...].drop { ":/".contains($0) }
      throw StoreFailure(.refused, "--store \(place): a file is named by its path alone: \(path)")
    }
    guard ["redis", "rediss", "unix"].contains(place[..<colon].lowercased()) else {
      throw StoreFailure(
        .refused,
        "--store: expected a path, or a URL that starts with redis://, rediss:// or unix://, found \"\(place)\"."
      )
    }
    let address: RedisAddress
    do throws(RedisAddress.Mistake) { address = try RedisAddress(place) } catch {
      throw StoreFailure(
        .refused,
        "--store: \(error.sentence). The form is redis://USER:PASSWORD@HOST:PORT/DATABASE, rediss://… or unix:///PATH."
      )
    }
    return try RedisStore(address)
  }

  /// The URL that a path looks like, where its slashes are missing: `redis:HOST`, or `HOST:PORT`.
  private static func url(meantBy path: String) -> String? {
    let parts = path.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, !path.hasPrefix("."), !path.hasPrefix("/") else { return nil }
    if ["redis", "rediss", "unix"].contains(parts[0]) {
      let rest = parts[1].drop { $0 == "/" }
      return "\(parts[0])://" + (parts[0] == "unix" ? "/" : "") + rest
    }
    let port = parts[1].prefix { $0 != "/" }
    return !port.isEmpty && port.allSatisfy(\.isNumber) && !parts[0].contains("/")
      ? "redis://\(path)" : nil
  }
}
