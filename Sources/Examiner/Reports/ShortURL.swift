/// Addresses on one line: the values of their parameters are cut in the middle, so that each name can be read.
enum ShortURL {
  /// Longer values are cut.
  private static let mostValue = 48
  private static let kept = (front: 24, back: 12)
  private static let mostLine = 600

  static func shortened(_ line: String) -> String {
    guard line.count > mostValue else { return line }
    var text = ""
    var value = ""
    func end() {
      text += cut(value)
      value = ""
    }
    for character in line {
      if "?&=# ".contains(character) {
        end()
        text.append(character)
      } else {
        value.append(character)
      }
    }
    end()
    return text.count > mostLine ? "\(text.prefix(mostLine))…" : text
  }

  /// A path stays: it has its beginning where the host is, and its end says which endpoint it is.
  private static func cut(_ value: String) -> String {
    guard value.count > mostValue, !value.contains("/") else { return value }
    return "\(value.prefix(kept.front))…\(value.suffix(kept.back))"
  }
}
