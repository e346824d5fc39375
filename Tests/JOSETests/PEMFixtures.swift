// Keys in the forms that `openssl` writes them. All of them are PUBLIC and protect nothing.

/// One key, or something that is taken for one, as PEM.
enum PEMFixture {
  /// `openssl rsa -traditional`: the first of `TestKeys` as PKCS#1.
  static let pkcs1 = """
    -----BEGIN RSA PRIVATE KEY-----
    MIIEowIBAAKCAQEAlf3AGPpYVAY+klbicOPapZ/3WaMIlBjsJ6itxcEAlGsnPCu+
    /6Blmvnaes2H4QzbIi2yWr5GgyEI183p8kKQa0mdZRBJMCV8XEd8Qbr6ym+SoDrR
    hpiSCa/iu96z4X8+LRbwDKSebClrpd4aRKT7sGXH7cSNE17IMOrpGvh3C3di8Joo
    k9bFrVlT9A0LCo6bOcVOti3O4AE+Ra6edMzl0/B0UnFPk/iz9BmeKz+H4nk7+bVC
    OYkMlosyM3me6Jexm+W/meXLarHzdCFedtqYtUP4HYxzUm70jzOTnnin09eOXY30
    rRq5hEKhwbXyb0RkflWlavxvx2hyZQJC/yU0AQIDAQABAoIBAAOyldrfyA/pN/9s
    TiiFi3k4CnVeniple2PmZgNJJOIjypuygeLEIeEaTfsnSDVhd2D+MqaHSI54wOKu
    EDmBT9VfQxav2jgKQoi1V/A4Y3CcY8dYr9vjNL1xpTOns7RISmB672fGYqPsuPtF
    sIzW6uAAQFehl+89b8656c15CNlC2mIxY4Ue1Y4zbvlTLocyaTE1rbNJDWAbP4As
    g5X/ZqKefUCWrZZaPgo7q2q9s0rycCs+HrMiqFto9SzP6soTjkN6ECMgaS3dDGyJ
    SHcfI7h7Ky455jpW7yBSsmYHejSxHRi9VMdNCqfTKO0JqBj9LHSl0/QKhfAZrRZD
    Tq4mrBkCgYEA0VeA9trm/y9J1EyoDGwoDkW++3r5igwJ+1BiJIOswua0kaUhceGM
    E87mEXAqu5tsO5BUgSEyRJtkG5541zbirg2CaTfEtJhVQhXwp7vs8/sij2jUD6YD
    Ph65MWzuwnc/X4kY0xj+VZLRwz78Icdq8gTSmEUPAqcWB0NEXOeqGtkCgYEAt2vb
    TfcSudSY45OkemjGJ5qKDZjZaRGVmSERpjUu2fnUu76nXQdSjq4IFxL22FYRM7i8
    m0OAFD7XX4G3dbc85H6M6cYLupQiI3/yj30YaTqS6iiYjDMUbjQiuWLHFLFBrneJ
    Wc7s4Z4BVpYfij1x8l/MM2pX1J2o4lZidfkpGWkCgYBGCLUvYJppAsP7T03lIgXg
    iHrVHRYAlfh86C59MsQITDBajVj8BU3cjpoveUwCiYOTBb0PmjB7/VRnXQPmVAlP
    21smoi6fkFrtifOB2f/yu7CbM6HGPm7VSGgCXgQecNB1wKLadIEZ1c1xOVAWaOWh
    Y/WkVW4pIAbhlSJ4xlQFOQKBgQCqKp02Es/DqbICCFqi2gtkeKI1hSXGrXKtsxlN
    qq+BuJ8dYv6gdwenqVuGFKkAAbFJ28zW+uObZMWpLI4I3uvWTHXs+Diva3jUmIJv
    jq4UCix8oxcLkuQUbbf9Z9+smdqGww2hTTFFC7LQIsy2EtVg+HFZDgLYFUC2Y1BL
    hNIVaQKBgHPYxdXZqutZGgU2Q+t3EubSBWWrLOF5UvC7KI3slJM3iNlZ6tUR0T7D
    LEM6lHYJB9TnyAOrC1ShHeI2ftuTermGPintRnKApNNahfzOHceuGrReMQowoqce
    ya8rd0yt5zpOc3bPwMKcRHYjTAkNrL4UtX07SnmqEKvlHwMLyQhr
    -----END RSA PRIVATE KEY-----
    """

  /// `openssl ecparam -name prime256v1 -genkey`: SEC 1, with the curve in a block before it.
  static let sec1 = """
    -----BEGIN EC PARAMETERS-----
    BggqhkjOPQMBBw==
    -----END EC PARAMETERS-----
    -----BEGIN EC PRIVATE KEY-----
    MHcCAQEEII9fdMLFBzMdiIEYsKN26vnjuFva9podSu5MZogK311loAoGCCqGSM49
    AwEHoUQDQgAEg8S10maMxSbLfO14qV1n+t1iP6PSHCVT8mKLCH0rahRQyjPGcy5y
    EYOxNa0TQYLZ2Esyf/gMSW0qx0YFtuokKQ==
    -----END EC PRIVATE KEY-----
    """

  /// `openssl pkcs8 -topk8 -nocrypt`: the same key as PKCS#8.
  static let p256 = """
    -----BEGIN PRIVATE KEY-----
    MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgj190wsUHMx2IgRiw
    o3bq+eO4W9r2mh1K7kxmiArfXWWhRANCAASDxLXSZozFJst87XipXWf63WI/o9Ic
    JVPyYosIfStqFFDKM8ZzLnIRg7E1rRNBgtnYSzJ/+AxJbSrHRgW26iQp
    -----END PRIVATE KEY-----
    """

  /// The same key as JWK, computed with PyCA's cryptography.
  static let p256JWK = """
    {"kty":"EC","crv":"P-256",
    "x":"g8S10maMxSbLfO14qV1n-t1iP6PSHCVT8mKLCH0rahQ",
    "y":"UMozxnMuchGDsTWtE0GC2dhLMn_4DEltKsdGBbbqJCk",
    "d":"j190wsUHMx2IgRiwo3bq-eO4W9r2mh1K7kxmiArfXWU"}
    """

  /// `openssl ecparam -name secp384r1`
  static let p384 = """
    -----BEGIN EC PRIVATE KEY-----
    MIGkAgEBBDD5P7h1OQqmgjhwthVn88GCWsZHQg5Ir14NsYEKLY/y640Ef7/ighV9
    MKZDmkYz/8igBwYFK4EEACKhZANiAAR7QE/ouR1CzfGxifzgRoF5GCyeL78CwVq2
    2KjFjZf2EmgwBLTtilcuQiVJMrtSbzE5QCItdmidvV6ULoLhHS/ZuLXDjE0ve//+
    pvSM5RnZj3vWVVUt/1XgkVY6HJZ63lQ=
    -----END EC PRIVATE KEY-----
    """

  /// `openssl genpkey -algorithm ed25519`
  static let ed25519 = """
    -----BEGIN PRIVATE KEY-----
    MC4CAQAwBQYDK2VwBCIEIPR/+iFhddApYYcb3+97tL77529MGnPWXDlUojyI1EF/
    -----END PRIVATE KEY-----
    """
}

/// What is refused, and a part of the sentence that says why.
enum RefusedPEM {
  /// `openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-521`
  static let p521 = """
    -----BEGIN PRIVATE KEY-----
    MIHuAgEAMBAGByqGSM49AgEGBSuBBAAjBIHWMIHTAgEBBEIBmScg6UG1O858G0/z
    pI9s82vRhpuuhqtA6ntlmzPxC8Hepsy733WFnKtZDTRJjbUGzRiHC6ziBWg70nTR
    WqlfaJ6hgYkDgYYABABg5yHtRjcwLURN9vIuLsQYSnmsBd88viQPdBVpQTegV1ik
    smMn7gwzG2MJ6O8/vfzlGukXGwAQ07cVEajWdNrTWgAYjeDJ7/mGrTm4ySwfrZHH
    vwDfqj9QtKIrUTWQuJN2fIAF+JcDzRhf5iJbLBxHB9F0bq7ZNEJiKbq4qgpuZlem
    kA==
    -----END PRIVATE KEY-----
    """

  /// `openssl genrsa 1024`
  static let rsa1024 = """
    -----BEGIN PRIVATE KEY-----
    MIICeQIBADANBgkqhkiG9w0BAQEFAASCAmMwggJfAgEAAoGBALuhIn6ug0fLEl4Q
    BPw+b1n0FtlEDlMcLECRlRdKIEXS4p5+NEzDA+lgzFDR8eXu8WZRgaK5KJ0sKlmQ
    UFs61queKLHpNuT8u/blnhyMaachH6Bv2K+PcIjOmN0WMpXB6UNzrnRaGaBUBt1Z
    ONRRMnyvJ/4Bc+AWpMGpLFK5/R7zAgMBAAECgYEAhEYyxVBOKLzW9A0jFpkFc0sL
    GJxL5PeFkvePPd36Jn9nWAjs4fjRtyOQpqF7gXgUIufvFkKmiTdrm7yLieVPFHPL
    plol66iepeSQLe8AXKxXIMFgbu6S0MIJvrwltUm2gsCcCvVLj8aXdJPIeSuBr52q
    m9ylFW3y8P3v1BlxEaECQQDudULpJznzFMdja3VT1jQHhq2hMozhg70sGbGKn2p7
    w6V1GNw+R2wFvKk3sToI1RUwbzGmQV4y9UCR94YxEOIpAkEAyW6l8d0rZ+yLJetn
    3v1Cmi4rZicA8N8Rn1uauq5YPGg8+nrNBEfR/6K9kkI8kHJxPU4PrqBwKfbPbD5D
    OYPzuwJBAOqgbmnCsv4+38EvJo6LIT6WgZkuh/gNC8GstkhTew6z/sUs5OhSljM+
    4rFtrFCseODjR9LyVqGFNzdoeZ0lo6ECQQCaUUqQoQA//dgclNxe2WfM9tII0JjH
    8B1wGJ3Rpv+yR6lvu+SVAvC/B85z3orHnuViMguRnRhRDeSa6JhX199BAkEAxgWe
    jZwfMsY8hM51yC7Qd2fWWzXqj+wQnvwEJCf74/yAEBiqWGqWK5AViGbZBBBdDFPE
    B1SdqfkyVVatodaXPA==
    -----END PRIVATE KEY-----
    """

  /// `openssl pkcs8 -topk8`
  static let encrypted = """
    -----BEGIN ENCRYPTED PRIVATE KEY-----
    MIIFLTBXBgkqhkiG9w0BBQ0wSjApBgkqhkiG9w0BBQwwHAQICGta+K0CLJ0CAggA
    MAwGCCqGSIb3DQIJBQAwHQYJYIZIAWUDBAEqBBAH+1IdrlXjhwM45SV2bJafBIIE
    0CO4KET2lYkJmc3nzLdekhKWxm4Rowkh043Cydr+7xNre+tGm9IOCml/oCDO8q73
    uBJFYb4cif0JDnv2O7ES0bLHribvVvbRy67qrUm0YuJFG5OrLmu1b2feHaCoUTU8
    F5RJ7yPv+j8hywR81fYdAP8Eqim6fT9cCJKdUaT32ftjDbqZW1mDfdqEaAV30MF6
    OgXuK4/n2BKUyYC2SoSdQ7aaaRmvzX7DbDaVuy6FVa5v4lWjSy2y01HapC+U/3Je
    93Muv3dBBblqXXW+D7U0RZa3Wuv0STeOaAicbVJt8o0P/4hIdmEgyiRHrs9PPA6n
    F83Gy/qKNLd3zp7VHRJLkHbab4RFsyUif4Uis0fs2vCkA06FR75cjh5dCJOoFAQu
    YSpbrGIIXF0nTTz9cdlIsiWc4hr/pkdI1FqHj6MKoH4+y8GWpVmjWmYPgUFtXTBE
    zCPwg8cW8xp58KwClrUiQfMgS6KcwEVBKeq5X1AsQMTfJqIa9X59DS+BM4y5BT5Y
    nPOxhFI2fBkorzYOO6BrHviy4YNcXXK59eqgTKP8fnWrweK49ZLBv1AHR25ha62g
    SgwSuaB2ZO3KdqKbKrpYQS1+RyGQlO0+a84+FZO9fMBvBD6ZCYQEAhtdpYSViRhh
    C3ocNok8ngBWl4DWg+iayT5kknSa5te1KLIPCkC7LYE+o4xDljiRQBIq2oqw2MKX
    rAJMZAK/85tY0upMQXbfaGuU6GiLfhnmnj64tbealkferi1+f43Z2CDMjgsgHErG
    ePL3zUXTWQ310fDtOiXbs7j+5JJKDw5EpovwdP3yvklrrfxPBOxnW3JYT++LG1Hv
    FZWJSbW0/4OGUoCglBSTEy0uVfzEPdY536woZSlCDRC6mWLRQxzmXhrnyXoUbhbm
    M8dUe+pYWJBNbI6neC7QUBCN/NzoB8AjCqUo8npP4MmGYN02DrUbRMXz50h5qscE
    pJgLDodl6ZrC5oYoDw3Z1uIrSBK45ESyER59tIVJGfbJWd2gMSaumqXt2ZxM47dD
    VsiQTc331HyD7OSfxI52XT1lk/eIb5vPMI9gOdYVEgPhNiPnnpGGcMsbVRc7y/WE
    PteJpM8/e8qDJlaOQhcZ2em3cEUQiG0nJgA+jXIwH62UvHowNsd3tbCeqb5lFds5
    Z6QoVuj8fgRkIr2p2ZMuNpIFz5UovvTAjpP5LFVTcXXskpu6jvk2fLal+csddoB8
    JgdBs7YhUgpQXF5TyLheYXmG8bejS493L4wU3W2EoCLy+pA4UE0UW+g3+dKRLlE+
    MdaSC+MB6xgSFJ7RflbKCzckawIYCR8q9BCZyf7/BCghvIKRdyJMnmkjbDUbo0H9
    Z5/iZr3t9j9eNE+kOqiG8DIbrRrUyG/zF3s7VTyrEzyT2hn3u45wmqKwCjpe0weE
    tZuMw0MvRP0Sut7Oyfkrp0KUF4TWPEydlEcHyKJRX69DvuBjgHIhSm5OUgHULkxQ
    z6psM+kJaPd1XZnGunVShvzTJBwOaJa1lIBXaCvkT1RjoXEAVSMtBxpY2JfY47u1
    zxybOKWewtrWKAlatkRCK0tgp2Oz1NmmwBpeBIZgZDB6X+AA39eLLjOTk+5+4XQW
    DEtGQnZ/e8mhT1acZMhxupHLV8r7/OxB8loEe/YzCKVt
    -----END ENCRYPTED PRIVATE KEY-----
    """

  /// `openssl rsa -aes256 -traditional`
  static let encryptedPKCS1 = """
    -----BEGIN RSA PRIVATE KEY-----
    Proc-Type: 4,ENCRYPTED
    DEK-Info: AES-256-CBC,7FE1F0EE658EE6FAE66FFC6B1DEFC878

    mAy9rYweoUqEo0cONMv2/UH+sKYntd39m3IoydOct5frglrbY98N0sPTZCmODFeJ
    Te1jslKrX4vsH/p2mncXvZPk9uiteEK3EBx9td2G3N/5cyUrP6bDrHOUCDP5roFb
    ejeHrRB4BwB1hfFdZjRzIPYX4q+PBAQr6cYf+IkBTqbOR68GVG6r/gAkBJZLwuRw
    cQ6XA2I5TZA2uCr/9exmqQP3ff/QRd9kQACXnp3HtKYvBAGQ+Cv3x+vYAS2qThGl
    qQ1lIgfwbHyEaoVlU4+jEUXuWsZU3V02m+qCOYRT1m3alapVau8rG6q/5TWNj+Tz
    EuzVaFcCuoM5FbEb5CPg29oQh9RSCjDihnWmfqoerGQFG9RjPJBGRHzPCmpYPd9O
    XkJo+Z9R3VXqTZcTf3slBgluVFYGFCdMvqasXMOu6dNTbYmUfo3idv+cUlCIa3eS
    UnEUATF7HdbWJI8T0yqKAAE3pg5UdArMUVihZOM62oR+/S2ZqkgapTMg3rh7YLo4
    Go4Vaqgi/+mnDtNiTBoScl+3/ardR9rHtyndgh+NpRP/+/tMS0tV85v3u6lontiQ
    UOhetMofbyWDMgbFIyUbUZEFlml9suVTHcrxz7VSUCjRJMJRbKUho55gO3a+VYUL
    Pbh54ffbaEkUoH7TFI2p8Pgd+JXBXeQjnC6RINcQUjkAcyu6n8QenZcUlgWhh3Cj
    QcAHXSqlUGNYEfKC/nRQAHBsFMXlbEcZ7DtPec6FERRxRgdNHsIRFFjsSV1fCnDl
    CGp7CkoimHvZCcmJAhc6FFu9gGihZ75XEvVSYgKN4GFEgZrf34HpDOQWvId3g0X0
    t0PC3c2m8xP7Wp5s86RWwWCWoaG5Mt9c3Ml5b3yPHTzBiYqupZeKWFNg3JqV3RFG
    H0DCh9xS5XwTy6PXtbPPWoSERIVAHH5a9jMeVHhzWoaxVvODgMnv2O9a0Xe2CApS
    tc7anM/7SexMbcYMHfZsJeWL6LKvXezLLJ+XEer0j53rXuWWQVMSiaIPcTN+d8GY
    PBr2dhHuxYCny2+F4XPGojF/vKryVdoEsyRoS3PRm2p8OAp52hU5Bb3mCnPD0X/y
    KZV8BUp+HWO2TFHZTYRKiFKmeK9Sl4OWnUKrmLn2OZHX8U/n6vIgDd/1NIsbwngL
    knOHigvYjqKOs8uRn2KY6WaKZLckYsEwUXrNGzGU1nS2vmJhsHIzOgG+c4flTGr5
    26tyXsWsy4+xm86pciGkBKI6SicM5KEb5DJ0dG4L4X+MK+qmNQLOpdMjWksNydFt
    13wNVPoKPyWUR6I8x8dx7Qz3v7YgR2GnOQFVaDv8+X6oc8YpHpoojEHJyp5uuDH8
    ZVPCZXcD3ptyfREV/9dyG88VGxUOM9afrJe3+mHbsa2hOFHc+eEBJGsiVN+1PK1k
    ENtaCnJXp//2/WOUXNnQ1ns8oO459b/l/mGR1IWm4uRWHqjfOLR2YdgqkFymRNUg
    +vLvawuYj+K1oVeRPNn8MZuoWHaaJ1htZTs0GLranGCq/2y1M0x3IvBZv1Fr8Xhz
    cB/lVw2D+tAKyBBSsCM0/crNI4N+VzmBAY588ay8ZzQ5RP7Yu3JGbFLglgoY5VIn
    -----END RSA PRIVATE KEY-----
    """

  /// `openssl rsa -pubout`
  static let publicKey = """
    -----BEGIN PUBLIC KEY-----
    MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAlf3AGPpYVAY+klbicOPa
    pZ/3WaMIlBjsJ6itxcEAlGsnPCu+/6Blmvnaes2H4QzbIi2yWr5GgyEI183p8kKQ
    a0mdZRBJMCV8XEd8Qbr6ym+SoDrRhpiSCa/iu96z4X8+LRbwDKSebClrpd4aRKT7
    sGXH7cSNE17IMOrpGvh3C3di8Jook9bFrVlT9A0LCo6bOcVOti3O4AE+Ra6edMzl
    0/B0UnFPk/iz9BmeKz+H4nk7+bVCOYkMlosyM3me6Jexm+W/meXLarHzdCFedtqY
    tUP4HYxzUm70jzOTnnin09eOXY30rRq5hEKhwbXyb0RkflWlavxvx2hyZQJC/yU0
    AQIDAQAB
    -----END PUBLIC KEY-----
    """

  /// The primes of `PEMFixture.pkcs1`, one of them changed: of 2048 bits, and no key.
  static let crossed = PEMFixture.pkcs1.replacing("Ph65MWzuwnc/", with: "Ph65MWzuwnd/")
}
