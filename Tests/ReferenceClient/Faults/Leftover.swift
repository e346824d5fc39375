#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Programs that mutants start: one is left behind, and holds a listening socket for a few seconds.
enum Leftover {
  static func listen(_ port: UInt16) {
    #if canImport(Glibc)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var yes: Int32 = 1
    setsockopt(
      descriptor, SOL_SOCKET, SO_REUSEADDR, &yes, socklen_t(MemoryLayout<Int32>.size))
    var place = sockaddr_in()
    place.sin_family = sa_family_t(AF_INET)
    place.sin_port = port.bigEndian
    place.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isBound = withUnsafePointer(to: &place) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isBound, listenOn(descriptor) else { return }
    var words = [strdup("sleep"), strdup("5"), nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    // The child has all descriptors that are not said to be ours alone.
    posix_spawnp(&child, "sleep", nil, nil, &words, environ)
  }

  /// Starts a program and waits for its end.
  static func wait(_ command: [String]) {
    var words = command.map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    var child = pid_t()
    guard posix_spawnp(&child, command.first ?? "", nil, nil, &words, environ) == 0 else { return }
    waitpid(child, nil, 0)
  }

  /// The system's `listen`, whose name is ours here.
  private static func listenOn(_ descriptor: Int32) -> Bool {
    #if canImport(Darwin)
      Darwin.listen(descriptor, 4) == 0
    #elseif canImport(Musl)
      Musl.listen(descriptor, 4) == 0
    #else
      Glibc.listen(descriptor, 4) == 0
    #endif
  }
}
