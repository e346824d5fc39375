/// Something of a sandbox that ends by itself.
enum Death: Sendable {
  case ticket(String)
  case session(String)
  case nonce(String)
  case rate(String)
}
