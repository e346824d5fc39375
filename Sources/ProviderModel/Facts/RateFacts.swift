/// The rate limit that counts a call.
package struct RateFacts: Sendable {
  /// The number of calls in a window.
  package let most: Int
  /// The number of this call in its window.
  let count: Int
  /// The end of the window, in seconds since 1970.
  let reset: Int

  package init(most: Int, count: Int, reset: Int) {
    self.most = most
    self.count = count
    self.reset = reset
  }

  /// The number of calls that are left; negative after a call too many.
  package var remaining: Int { most - count }

  subscript(fact: Fact.RateFact) -> Int {
    switch fact {
    case .most: most
    case .left: max(most - count, 0)
    case .used: min(count, most)
    case .reset: reset
    }
  }
}
