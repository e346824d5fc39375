/// What is spoken where a socket listens.
enum ListenerKind: Sendable {
  case plain
  case tls
  case proxy
  /// In a tunnel of the proxy's: whatever the first byte says.
  case tunnel
}
