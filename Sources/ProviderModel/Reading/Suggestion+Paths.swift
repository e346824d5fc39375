extension Suggestion {
  /// The address that is meant by a path: one that ends as it does, however it begins; else one whose last segment has a
  /// word of its last segment; else the nearest by its letters.
  ///
  /// `/a/oauth2/token` is nearer to `/a/authorize` by its letters, and means `/a/token`.
  package static func nearest(toPath path: String, among addresses: [String]) -> String? {
    func segments(_ path: String) -> [String] {
      path.lowercased().split(separator: "/").map(String.init)
    }
    let wanted = segments(path)
    func best(_ score: ([String]) -> Int) -> String? {
      addresses.map { (address: $0, score: score(segments($0))) }.filter { $0.score > 0 }
        .min {
          ($1.score, distance(path, $0.address), $0.address)
            < ($0.score, distance(path, $1.address), $1.address)
        }?.address
    }
    return best { zip(wanted.reversed(), $0.reversed()).prefix { $0 == $1 }.count }
      ?? best { words($0.last ?? "").intersection(words(wanted.last ?? "")).count }
      ?? nearest(to: path, among: addresses)
  }

  private static func words(_ segment: String) -> Set<Substring> {
    Set(segment.split { !$0.isLetter }.filter { $0.count > 2 })
  }
}
