import Basics
import Synchronization

/// A server's signing keys: one of each type.
///
/// Generating an RSA key takes up to 170 ms, which would delay every start. So `start` generates it on another thread,
/// and a caller that needs it earlier waits. Thread-safe.
package final class KeyChest: Sendable {
  private let rsa: Pending<Result<SigningKey, KeyError>>
  private let curves: [KeyType: SigningKey]
  /// Fulfilled by the first caller that starts generating the RSA key.
  private let isStarted: Pending<Bool>
  private let make: @Sendable () -> Result<SigningKey, KeyError>

  /// All keys are at hand.
  package convenience init(rsa: SigningKey, curves: [SigningKey]) throws(KeyError) {
    guard rsa.algorithm.keyType == .rsa else {
      throw KeyError("expected an RSA key, found \(rsa.algorithm.keyType.title)")
    }
    try self.init(curves: curves) { .success(rsa) }
    self.rsa.fulfil(.success(rsa))
    isStarted.fulfil(true)
  }

  /// The RSA key is made after `start`; its name is its thumbprint.
  package convenience init(makingRSA bits: Int = 2048, curves: [SigningKey]) throws(KeyError) {
    try self.init(curves: curves) { Self.makeRSA(bits) }
  }

  /// - Parameters:
  ///   - curves: the keys of the other types, each once.
  ///   - make: makes an RSA key; runs once at most.
  init(curves: [SigningKey], make: @escaping @Sendable () -> Result<SigningKey, KeyError>)
    throws(KeyError)
  {
    var known: [KeyType: SigningKey] = [:]
    for key in curves {
      let type = key.algorithm.keyType
      guard type != .rsa, known.updateValue(key, forKey: type) == nil else {
        throw KeyError("expected one key for each curve, found \(type.title) too many")
      }
    }
    self.curves = known
    self.make = make
    rsa = Pending()
    isStarted = Pending()
  }

  /// Generates the RSA key in the background, once.
  ///
  /// Call it when the server already listens: on two cores, the first answer then comes 2 ms later, and 5 ms later if
  /// this is called first.
  package func start() {
    guard isStarted.fulfil(true) else { return }
    // The thread keeps the key alive, not the chest.
    let work: @Sendable () -> Void = { [rsa, make] in _ = rsa.fulfil(make()) }
    // Without another thread, a late key is better than none.
    if !BackgroundThread.run(work) { work() }
  }

  /// The key for an algorithm. Generates the key if nothing has started that, and blocks the thread until it is there.
  /// - Throws: why the key could not be generated; the same each time.
  package func key(for algorithm: SignatureAlgorithm) throws(KeyError) -> SigningKey {
    guard algorithm.keyType == .rsa else {
      guard let key = curves[algorithm.keyType] else {
        throw KeyError("expected \(algorithm.keyType.title), found none")
      }
      return try Self.key(key, for: algorithm)
    }
    // A key that is there needs no lock.
    if let made = rsa.current { return try Self.key(made.get(), for: algorithm) }
    start()
    return try Self.key(rsa.wait().get(), for: algorithm)
  }

  /// A key under a name of its own for each algorithm but the first of its type: a name stands for one in a JWK set.
  package static func key(
    _ key: SigningKey, for algorithm: SignatureAlgorithm
  ) throws(KeyError) -> SigningKey {
    key.algorithm == algorithm
      ? key : try key.signing(with: algorithm, kid: "\(key.kid)-\(algorithm.rawValue)")
  }

  /// The key for an algorithm if it is there already; never waits.
  package func readyKey(for algorithm: SignatureAlgorithm) -> SigningKey? {
    let key = algorithm.keyType == .rsa ? try? rsa.current?.get() : curves[algorithm.keyType]
    return key.flatMap { try? Self.key($0, for: algorithm) }
  }

  /// All keys, in the order of `KeyType`. May block the thread until all are there.
  package func keys() throws(KeyError) -> [SigningKey] {
    var keys: [SigningKey] = []
    for type in KeyType.allCases where type == .rsa || curves[type] != nil {
      if let algorithm = type.algorithms.first { keys.append(try key(for: algorithm)) }
    }
    return keys
  }

  private static func makeRSA(_ bits: Int) -> Result<SigningKey, KeyError> {
    do {
      return .success(try SigningKey.generateRSA(bits: bits))
    } catch {
      return .failure(error)
    }
  }
}

/// A value that one thread sets once and other threads wait for.
///
/// Not `Synchronization.Mutex`: ThreadSanitizer does not know its futex and reports false races inside it.
final class Pending<Value: Sendable>: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>
  private let arrival: UnsafeMutablePointer<pthread_cond_t>
  private var value: Value?
  /// Set after the value, which never changes again. A thread that sees the flag needs no mutex: every signature asks for
  /// a key.
  private let isThere = Atomic(false)

  init() {
    mutex = .allocate(capacity: 1)
    mutex.initialize(to: pthread_mutex_t())
    pthread_mutex_init(mutex, nil)
    arrival = .allocate(capacity: 1)
    arrival.initialize(to: pthread_cond_t())
    pthread_cond_init(arrival, nil)
  }

  deinit {
    pthread_cond_destroy(arrival)
    arrival.deallocate()
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  /// The value if it is there already.
  var current: Value? {
    isThere.load(ordering: .acquiring) ? value : nil
  }

  /// Sets the value and wakes all waiting threads. Only the first value counts.
  /// - Returns: whether this call was the first.
  @discardableResult
  func fulfil(_ value: Value) -> Bool {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    guard self.value == nil else { return false }
    self.value = value
    isThere.store(true, ordering: .releasing)
    pthread_cond_broadcast(arrival)
    return true
  }

  /// Returns the value. Blocks the thread until it is there.
  func wait() -> Value {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    while true {
      if let value { return value }
      pthread_cond_wait(arrival, mutex)
    }
  }
}
