extension MicroHTTPServer {
  /// Why the server could not start.
  package enum StartError: Error, Sendable, Equatable, CustomStringConvertible {
    case addressInUse(address: String, port: UInt16)
    /// None of the addresses exists on this machine, or a name does not resolve.
    case addressUnavailable(String)
    case other(String)

    static var exhausted: StartError {
      .other("The system refuses another thread or pipe: \(System.lastError).")
    }

    package var description: String {
      switch self {
      case .addressInUse(let address, 0):
        "No port is free on \(address) and on the other addresses at once."
      case .addressInUse(let address, let port):
        "Port \(port) is already in use on \(address). Stop what listens there, or choose another port (0: any free one)."
      case .addressUnavailable(let why), .other(let why):
        why
      }
    }
  }
}
