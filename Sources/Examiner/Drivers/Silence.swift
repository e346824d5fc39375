import Basics

/// How long nothing was heard of a client.
///
/// A program that is at work is not silent: on a machine that does much else, it may not have come to its next request
/// yet. Nor does time count in which we ourselves were not woken: the client had to wait as we had.
struct Silence {
  private let sandbox: CheckSandbox
  private let groups: [pid_t]
  private var seen: Int
  /// Of the last request, or of what the client had opened.
  private var heard: Int
  /// Since when all is quiet, in the server's milliseconds.
  private(set) var since: Int
  private var looked: Int

  /// - Parameter groups: of the client's processes.
  init(of sandbox: CheckSandbox, groups: [pid_t]) {
    (self.sandbox, self.groups) = (sandbox, groups)
    seen = sandbox.exchangeCount
    heard = sandbox.server.now
    (since, looked) = (heard, heard)
  }

  /// Something came by another way.
  mutating func end() {
    heard = sandbox.server.now
    since = heard
  }

  /// Looks whether it is still quiet.
  /// - Parameters:
  ///   - wait: the milliseconds for which nobody has looked, had we been woken in time.
  ///   - patience: how long a silence has to be. A program that works for many times as long without a request isn't waited
  ///     for: some programs never rest.
  mutating func look(after wait: Int, patience: Int) {
    let count = sandbox.exchangeCount
    if count != seen || sandbox.server.front.isBusy {
      seen = count
      end()
    } else if sandbox.server.now < heard + Self.most * patience,
      sandbox.server.now - looked > wait + Self.late || Running.isAtWork(groups)
    {
      since = sandbox.server.now
    }
    looked = sandbox.server.now
  }

  private static let most = 10
  /// Milliseconds.
  private static let late = 50
}
