import Basics

/// The terminal while `understudy top` draws on it. Afterwards it is as it was.
struct TopScreen {
  private let before: termios

  /// - Returns: `nil` if standard input and output are no terminal.
  init?() {
    var attributes = termios()
    guard isatty(0) == 1, isatty(1) == 1, tcgetattr(0, &attributes) == 0 else { return nil }
    before = attributes
  }

  /// Draws a table each second, until q or Ctrl-C.
  /// - Parameter next: gets the table that was drawn last, and how many there were.
  func show(
    _ first: TopTable, _ next: (_ before: (table: TopTable, turn: Int)) throws -> TopTable
  ) throws {
    let before = before
    @Sendable func restore() {
      var attributes = before
      tcsetattr(0, TCSANOW, &attributes)
      // The cursor again, and what was on the screen.
      Streams.put("\u{1B}[?25h\u{1B}[?1049l", to: 1)
    }
    let stop = StopSignal()
    _ = BackgroundThread.run { [stop] in
      var stop = stop
      stop.wait()
      restore()
      _exit(0)
    }
    var raw = before
    // Keys come at once and are not shown, and Ctrl-C is a key.
    raw.c_lflag &= ~tcflag_t(ICANON | ECHO | ISIG)
    tcsetattr(0, TCSANOW, &raw)
    Streams.put("\u{1B}[?1049h\u{1B}[?25l", to: 1)
    defer { restore() }
    var (table, turn) = (first, 0)
    repeat {
      draw(table)
      turn += 1
      if isLeft(milliseconds: 1_000) { return }
      table = try next((table, turn))
    } while true
  }

  private func draw(_ table: TopTable) {
    var size = winsize()
    let isKnown = ioctl(1, UInt(TIOCGWINSZ), &size) == 0 && size.ws_row > 1 && size.ws_col > 0
    let (rows, columns) = isKnown ? (Int(size.ws_row), Int(size.ws_col)) : (24, 80)
    let lines = table.lines(rows: rows - 1, columns: columns)
    // From the top, and the rest of each line and of the screen is cleared: nothing flickers.
    let text = lines.map { $0 + "\u{1B}[K" }.joined(separator: "\n")
    Streams.put("\u{1B}[H" + text + "\u{1B}[J", to: 1)
  }

  /// Waits for a key that ends it.
  /// - Returns: false when the time is over.
  private func isLeft(milliseconds: Int) -> Bool {
    let end = MonotonicClock.nanoseconds() + UInt64(milliseconds) * 1_000_000
    while true {
      let now = MonotonicClock.nanoseconds()
      guard now < end else { return false }
      var input = pollfd(fd: 0, events: Int16(POLLIN), revents: 0)
      guard poll(&input, 1, Int32((end - now) / 1_000_000) + 1) > 0 else { continue }
      var key: UInt8 = 0
      // Without a terminal there is nobody who looks.
      guard read(0, &key, 1) == 1 else { return true }
      if [UInt8(ascii: "q"), UInt8(ascii: "Q"), 3, 4].contains(key) { return true }
    }
  }
}
