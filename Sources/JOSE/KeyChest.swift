import Basics

/// A server's signing keys: one for each algorithm.
///
/// An RSA key takes up to 170 ms to make, which no start should wait for: `start` has it made on a thread
/// of its own, and who asks for it too early waits for it. To be used from any number of threads.
package final class KeyChest: Sendable {
  private let rsa: Pending<Result<SigningKey, KeyError>>
  private let p256: SigningKey
  /// Fulfilled by whoever has the RSA key made.
  private let isStarted: Pending<Bool>
  private let make: @Sendable () -> Result<SigningKey, KeyError>

  /// Both keys are at hand.
  package convenience init(rsa: SigningKey, p256: SigningKey) throws(KeyError) {
    try Self.check(rsa, .rs256)
    try self.init(p256: p256) { .success(rsa) }
    self.rsa.fulfil(.success(rsa))
    isStarted.fulfil(true)
  }

  /// The RSA key is made after `start`; its name is its thumbprint.
  package convenience init(makingRSA bits: Int = 2048, p256: SigningKey) throws(KeyError) {
    try self.init(p256: p256) { Self.makeRSA(bits) }
  }

  /// - Parameter make: makes an RSA key; runs once at most.
  init(p256: SigningKey, make: @escaping @Sendable () -> Result<SigningKey, KeyError>)
    throws(KeyError)
  {
    try Self.check(p256, .es256)
    self.p256 = p256
    self.make = make
    rsa = Pending()
    isStarted = Pending()
  }

  /// Has the RSA key made in the background, unless that has been asked for before.
  ///
  /// Best called when the server listens already: on two cores the first answer comes 2 ms later for it
  /// then, and 5 ms later if it is called first thing.
  package func start() {
    guard isStarted.fulfil(true) else { return }
    // It holds on to what it makes, not to the chest: who drops the chest early owes it nothing.
    let work: @Sendable () -> Void = { [rsa, make] in _ = rsa.fulfil(make()) }
    // Where there is no thread to be had, a late key is better than none.
    if !BackgroundThread.run(work) { work() }
  }

  /// The key for an algorithm. May hold the thread up until the key is made, and starts the making if
  /// nobody has.
  /// - Throws: why it could not be made; the same each time.
  package func key(for algorithm: SignatureAlgorithm) throws(KeyError) -> SigningKey {
    switch algorithm {
    case .rs256:
      // A key that is there needs no lock.
      if let made = rsa.current { return try made.get() }
      start()
      return try rsa.wait().get()
    case .es256:
      return p256
    }
  }

  /// The key for an algorithm if it is there already; never waits.
  package func readyKey(for algorithm: SignatureAlgorithm) -> SigningKey? {
    switch algorithm {
    case .rs256: try? rsa.current?.get()
    case .es256: p256
    }
  }

  /// All keys, in the order of `SignatureAlgorithm`. May hold the thread up until all are made.
  package func keys() throws(KeyError) -> [SigningKey] {
    var keys: [SigningKey] = []
    for algorithm in SignatureAlgorithm.allCases { keys.append(try key(for: algorithm)) }
    return keys
  }

  private static func makeRSA(_ bits: Int) -> Result<SigningKey, KeyError> {
    do {
      return .success(try SigningKey.generateRSA(bits: bits))
    } catch {
      return .failure(error)
    }
  }

  private static func check(
    _ key: SigningKey, _ algorithm: SignatureAlgorithm
  ) throws(KeyError) {
    guard key.algorithm == algorithm else {
      throw KeyError(
        "expected a key for \(algorithm.rawValue), found one for \(key.algorithm.rawValue)")
    }
  }
}
