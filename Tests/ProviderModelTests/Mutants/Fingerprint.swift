/// A digest of all that a value holds: two providers that work in the same way have the same.
struct Fingerprint: Hashable {
  private let digest: Int

  init(_ value: Any) {
    var hasher = Hasher()
    Self.add(value, to: &hasher, depth: 0)
    digest = hasher.finalize()
  }

  private static func add(_ value: Any, to hasher: inout Hasher, depth: Int) {
    switch value {
    case let text as String: return hasher.combine(text)
    case let number as Int: return hasher.combine(number)
    case let flag as Bool: return hasher.combine(flag)
    case let bytes as [UInt8]: return hasher.combine(bytes)
    default: break
    }
    guard depth < 60 else { return }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .dictionary?, .set?:
      // Their order is that of chance.
      let digests = mirror.children.map { Fingerprint($0.value).digest }
      for digest in digests.sorted() { hasher.combine(digest) }
      return
    case .enum?:
      if mirror.children.isEmpty { hasher.combine(String(describing: value)) }
    default: break
    }
    hasher.combine(mirror.children.count)
    for child in mirror.children {
      hasher.combine(child.label)
      add(child.value, to: &hasher, depth: depth + 1)
    }
  }
}
