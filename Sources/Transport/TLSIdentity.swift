import CMicroHTTPDShim

/// A certificate and its key, as TLS shows them. Alive for as long as a connection uses it.
package final class TLSIdentity: @unchecked Sendable {
  let pointer: OpaquePointer

  /// - Parameters:
  ///   - certificate: DER.
  ///   - key: DER, as PKCS #8 has it.
  package init?(certificate: [UInt8], key: [UInt8]) {
    let made = mhd_shim_identity_make(certificate, certificate.count, key, key.count)
    guard let made else { return nil }
    pointer = made
  }

  deinit { mhd_shim_identity_free(pointer) }
}
