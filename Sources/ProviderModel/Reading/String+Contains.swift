extension String {
  /// Whether a text is a part of this one, byte for byte.
  ///
  /// `check` looks into each text of a file many times. The standard library compares characters, which takes several times as
  /// long.
  func contains(_ part: String) -> Bool {
    guard let first = part.utf8.first else { return true }
    var rest = utf8[...]
    while let place = rest.firstIndex(of: first) {
      rest = rest[place...]
      if rest.starts(with: part.utf8) { return true }
      rest = rest.dropFirst()
    }
    return false
  }
}
