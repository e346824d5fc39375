import Basics

/// How long nothing was heard of a client.
///
/// A program that is at work is not silent: on a machine that does much else, it may not have come to its next request
/// yet. Nor does time count in which we ourselves were not woken: the client had to wait as we had.
struct Silence {
  private let recorder: Recorder
  private let sandbox: String
  private let groups: [pid_t]
  private var seen: Int
  /// Of the last request, or of what the client had opened.
  private var heard: Int
  /// Since when all is quiet, in the recorder's milliseconds.
  private(set) var since: Int
  private var looked: Int

  /// - Parameter groups: of the client's processes.
  init(_ recorder: Recorder, of sandbox: String, groups: [pid_t]) {
    (self.recorder, self.sandbox, self.groups) = (recorder, sandbox, groups)
    seen = recorder.count(sandbox)
    heard = recorder.now
    (since, looked) = (heard, heard)
  }

  /// Something came by another way.
  mutating func end() {
    heard = recorder.now
    since = heard
  }

  /// Looks whether it is still quiet.
  /// - Parameters:
  ///   - wait: the milliseconds for which nobody has looked, had we been woken in time.
  ///   - patience: how long a silence has to be. A program that works for many times as long without a request isn't waited
  ///     for: some programs never rest.
  mutating func look(after wait: Int, patience: Int) {
    let count = recorder.count(sandbox)
    if count != seen || recorder.isBusy(sandbox) {
      seen = count
      end()
    } else if recorder.now < heard + Self.most * patience,
      recorder.now - looked > wait + Self.late || Running.isAtWork(groups)
    {
      since = recorder.now
    }
    looked = recorder.now
  }

  private static let most = 10
  /// Milliseconds.
  private static let late = 50
}
