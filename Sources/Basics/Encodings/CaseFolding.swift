/// Names of protocols: ASCII, and the same in capitals and in small letters.
package enum CaseFolding {
  /// Whether a text is another one, which has no capitals, but for the case of ASCII letters.
  package static func same(_ text: String, asLowercase lowercase: String) -> Bool {
    guard text.utf8.count == lowercase.utf8.count else { return false }
    let isSame = text.utf8.withContiguousStorageIfAvailable { mine in
      lowercase.utf8.withContiguousStorageIfAvailable { same(mine, asLowercase: $0) }
    }
    if let isSame, let isSame { return isSame }
    return text.lowercased() == lowercase
  }

  package static func same(
    _ bytes: UnsafeBufferPointer<UInt8>, asLowercase lowercase: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard bytes.count == lowercase.count else { return false }
    for index in 0..<bytes.count {
      let byte = bytes[index]
      let lower = byte &- UInt8(ascii: "A") < 26 ? byte | 0x20 : byte
      if lower != lowercase[index] { return false }
    }
    return true
  }
}
