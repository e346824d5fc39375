/// Work on two cores where one would be waited for.
package enum Parallel {
  /// The results in the order of the items; `body` runs on this thread and on one more.
  package static func map<Item: Sendable, Result: Sendable>(
    _ items: [Item], _ body: @escaping @Sendable (Item) -> Result
  ) -> [Result] {
    let next = Lock(0)
    let results = Lock([Int: Result]())
    let work: @Sendable () -> Void = {
      while true {
        let index = next.withLock { next in
          defer { next += 1 }
          return next
        }
        guard items.indices.contains(index) else { return }
        let result = body(items[index])
        results.withLock { $0[index] = result }
      }
    }
    let helper = items.count > 1 ? Thread(work) : nil
    work()
    helper?.join()
    return results.withLock { results in items.indices.compactMap { results[$0] } }
  }
}
