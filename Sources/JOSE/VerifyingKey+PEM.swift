internal import Crypto
internal import CryptoExtras

extension VerifyingKey {
  /// The key as PEM (`PUBLIC KEY`, RFC 7468 §13), with a newline at its end, as `openssl pkey -pubout` writes it.
  package var pem: String { encoded + "\n" }

  private var encoded: String {
    switch material {
    case .rsa(let key): key.pemRepresentation
    case .p256(let key): key.pemRepresentation
    }
  }
}
