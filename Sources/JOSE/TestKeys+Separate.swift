extension TestKeys {
  /// The key of a kind of token that has one of its own, in runs that must repeat. As public as the others.
  package static func separate() throws(KeyError) -> SigningKey { try SigningKey(pem: separatePEM) }

  /// RSA-2048 as PKCS#8, made with `openssl genpkey` for this file.
  private static let separatePEM = """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCuG7zEhCKJoBOw
    +n86ZWvEobslxIuG9QB/3vSrg+5nmiK3gFOxo96Epc7qNhMkvUUqQD++tzQEzx+2
    MUQnlwbfuxOnj1rTFesIaQTWl59WSeh3hyHfVCaS5tMIFb55aOkUXG/Gi6IDA9wC
    sI9NnT6wkrTw+12SJYPHyK+qSekbHa01DlH1r+EUzmzyQUvL00F7u5vYxUdVAaxU
    VLsnRPZ9Y7QIefdNB1Eyp5/xBcRaTePFD2Nik56UWnQzGVGCvU5sJ8lVGFsvopl1
    xDZ/0tV2++7JMw6Q2GwXsuztkmDys9gelcF0QqKd11YcukpSsTYf0zHXzMJLbN7P
    vOrd49YdAgMBAAECggEAAaerJCDcaJUwTFQC1K+FNkW4rwh4Y6eqO4Ag48BGik7d
    alCdzj6DdwMFENYp2VIApkDp/WcltBXMh55EXbr41AFMRvq2goylPG7hHqTeaelp
    PGxsQdoj+FMzQzlC42NzQCALz1kuIk8aVR7QBRnlfQCvMYScje8HQTImNB06Cimt
    qfdAfDHTQjW1edEosmCPZ3NF9EKHUfFMzI0GvWikASkw0it0LPD8O9WfXyOAbTMB
    RuWkdE61MKV5SyuiX2ocFA5oulAonGIu2YuEuftZmHZ+DI29Jl2TjUPsXJs06pXC
    YFNN5GGb7Oy3oAaf7ZrX70SxiwRNKOtS5lOzxA99wQKBgQDr2R5plQdinphApmXN
    MNJgT0AIANXI4LI33AvaPJ2eUBy3zKyu+Mx0dMcK7i8Ld654gcPX1yYCJFETG9qS
    xq54Ql6HKW6UJynqkVf69532qJMqXK6nQgiwdkmbeVQE4pcrXvpplbzXjNmp/lWD
    PgTSFdcNiNst4t+gvHhkMm0rwQKBgQC8/COAeIetr5KfJUaPtOPqWql6g/clVOKZ
    Kso/r/UxbIDqdK/738iL+3nNLty8gE+faUzBv6zbZKXPiRDyngZfvfVmnM1/4XRV
    f+W9sx6A5j/Kd2mL8SqLmBfWLZgUr0g7C6PiPcelFLaETPmEwxylQGdFcnOsxOX/
    24BSaZsxXQKBgGOm0qXT9VHjJvuyEzOW3F0bPzfienItFsBpdoyYrhSVTv0OOyyX
    LXRLX0qsBy62O/7o/YH2gzXGeIc1bq4zysY/bMd5ZyKsRZa6IM2G0LTG15+/l4BO
    c3N0F3fc1PZXc3483Fu+jBMbjWC5eRJCIzFNTxeF6u5BfTHiUJAtillBAoGAZ3WJ
    Yf2aGYWyuRlJBcc7tsKnYYD5PiC4ZK2+RxtnGgWSlcgHx9X9DlU/mwp6oV+FN3oI
    IVFzqi/xbipVctz8FFIEFIbnIYkljOEVvsJegqaKaabxy0Ddz8oV0pTnWvuSiXCX
    6XV05HTwboFNYFcISZd2cdh0ZzLrzyQ1neheo6kCgYAOyRs/mRoncmeNOQ+QvhBE
    9O6/txnOA7tpv98GjAr/ZPMER8e0l7NQX/Rpksb+IWc/J99AQvT7DU113iDxBsBW
    Hg9CXqH0451HCylu5Lz3pA2jnoq9Q1chWFxTYSvgIEfSmaaaa+jQyLBm2cUBb1cA
    Au5e2Dyqs5WjWzCrzm5d2Q==
    -----END PRIVATE KEY-----
    """
}
