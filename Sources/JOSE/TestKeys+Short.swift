internal import CryptoExtras

extension TestKeys {
  /// An RSA key of 1024 bits: too short to be used (RFC 7518 §3.3), for rules that sign with such a key. As public as the
  /// others.
  package static func short() throws(KeyError) -> SigningKey {
    guard let key = try? _RSA.Signing.PrivateKey(unsafePEMRepresentation: shortPEM) else {
      throw KeyError("expected an RSA key of 1024 bits, found that the library reads none")
    }
    return try SigningKey(.rsa(key), kid: nil)
  }

  /// RSA-1024 as PKCS#8, made with `openssl genpkey` for this file.
  private static let shortPEM = """
    -----BEGIN PRIVATE KEY-----
    MIICdgIBADANBgkqhkiG9w0BAQEFAASCAmAwggJcAgEAAoGBAKQIPtHmNnbl16Ch
    BCmI1l6e54A1fOE2K67vEJdO93QS8ZLzHn1vyNNuEWQ7QZYLadh65q3W0uBfOYHo
    qn5kucbGhFFnaQWqxotWZCuamNdeJ5imX2zL8MEnogXyAJtfrYWhw981VLIW89Y9
    3bJuj33EevbccqNuDv5g4FU2t4M5AgMBAAECgYBzlMfHGUM5Zl0Y9zw6lAwRYkDX
    a1kSTBxdyGBVbbQZmxuTozHRy0mkCYPBr6tYMbSkcH1I8v1mUlLwQeSY6RqpX8zc
    Rpeuf/QxpDN9+uYepSyQ+UCVOtRyVzHuH67HqSpk6KBAmo6uhAdCflErsY3N4xNs
    f+8Nh7faQchMAKvXgQJBANS9TwreeR6E1NGx8z4Vakt1jJsXNhePInz3OoeJwtlr
    mPDsiW45QuHL4P7seKDh2ZcxpOLQWXAuFMi5wmy9oRECQQDFY1syJjEfxO2A6ieP
    3RYCKcW36HpRc4OEELULOwF7L8H0Z/1bkHzyR171wccVstVRAggChHCBMynnE/nE
    lT+pAkEAmyuBzdG70nDcsh7z5uLD50pURoNFpyV16GSDwnzPLLr4kTJWg5ksmXmW
    IRrmWaKijU9ejzmdIt/ZtRcZIyuloQJAQRhkIeTAfJaoMMSH6YTi1jHKd70eYbAz
    piEQY7TA50w3rY+B2WmMGyZ4ZZnTOw+wE7gUxifBJoql/gPzceY6iQJAKm8+qYrC
    LFXkgvFHB0PNKX7zw2LzCNnEE6EwGZbIHE4yM86P5KKShOjCocSuVKYDm+U5A7K5
    +PaKQJAJ4cu5uA==
    -----END PRIVATE KEY-----
    """
}
