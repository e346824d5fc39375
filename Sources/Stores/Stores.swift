import Basics
import Server

/// Opens stores by the names that people give them.
package enum Stores {
  /// - Parameter place: a path, or a URL of Redis or Valkey.
  package static func open(
    _ place: String, sync: SQLiteStore.Sync = .second
  ) throws(StoreFailure) -> any Store {
    guard let colon = place.firstIndex(of: ":"), place[colon...].hasPrefix("://") else {
      return try SQLiteStore(place, sync: sync)
    }
    guard let address = RedisAddress(place) else {
      let known = ["redis", "rediss", "unix"].contains(String(place[..<colon]))
      throw StoreFailure(
        .refused,
        known
          ? "--store: expected redis://[USER:PASSWORD@]HOST:PORT/DATABASE, rediss://… or unix:///PATH, found another form of URL."
          : "--store: expected a path, or a URL that starts with redis://, rediss:// or unix://, found \"\(place)\"."
      )
    }
    return try RedisStore(address)
  }
}
