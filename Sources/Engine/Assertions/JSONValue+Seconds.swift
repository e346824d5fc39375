import Basics

extension JSONValue {
  /// An instant in a claim, in whole seconds since 1970 (RFC 7519 §2); `nil` for another kind of value.
  var seconds: Int? {
    guard let seconds = numberText.flatMap({ Double($0) }), !seconds.isNaN else { return nil }
    // A client may send any number. These bounds leave room to add to it.
    return Int(min(max(seconds, -1e15), 1e15).rounded(.down))
  }
}
