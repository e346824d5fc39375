// RSA keys that anybody can read here. They are PUBLIC and protect nothing: anybody with this file
// can sign as a server that uses three of them, and as the bundled client that uses the fourth. The three, and
// that of `TestKeys+Separate.swift`, exist because an RSA key cannot be made from a seed, and a run with a seed must give the same bytes each
// time. Never use them for anything else; scanners that look for leaked keys may pass over this file.

/// PUBLIC keys for runs that must repeat. They protect nothing.
package enum TestKeys {
  /// The key for a seed: always the same one for the same seed.
  package static func rsa(seed: UInt64, kid: String? = nil) throws(KeyError) -> SigningKey {
    try SigningKey(pem: rsaPEMs[Int(seed % UInt64(rsaPEMs.count))], kid: kid)
  }

  /// The private key of the client `service` in the bundled cast, for trying authentication by a JWT.
  package static func client() throws(KeyError) -> SigningKey {
    try SigningKey(pem: clientPEM, kid: clientKID)
  }

  package static let clientKID = "understudy-client"

  /// RSA-2048 as PKCS#8. `docs/client-authentication.md` shows the same key.
  package static let clientPEM = """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQDUlM65/Z/X7C27
    0iekNnO2kX/99fhajinSWbStCrII4B4IezWzCVcwrvl5HsPH+GeFehwfTxGM/7nh
    dkB3gb/+Jxy1/uJspUGGkDWo8wNmZ5LOgZhBcYPE55AJ5xAmgjbXtEmdmnXvCLxU
    YOYQSjkCZDXxXZ7+GbM2ltYv7mblQo48uXM+BBOqROOV5XRFFpx+7uE3xrqBTqjd
    OJb/r1GNBya8EG5QC+tNPCJSATERDitvNUYQuAZVbGXXlvAAzy6lAOJSfCknZVoX
    f2fJ2eAbvvTSGzhSDq602GtUq59NISlxhryV/cd2Bq/zktSq3651wFeNpy5ToBE1
    PwjPWoYtAgMBAAECggEAMHXr2oJy2epBUrvJxamUH15z6xUTlLEr34QLqBb0Fwng
    TtanmzTZ54M749ybjQ6Xqtn3ZzvDKH1zhm5Kq/OsLOgFp4d/Xn0dvutJEEa107Zw
    xRrN9r1F6LFRKLDAAcdVcT7sOT1o/SDkreeZCsWg0Wa+1VMeV5bMP/mKwkp6snBb
    K1AuhchWihhDA0ogpuJG65LMq7HAjMYPGX3fxDvr0aL2TrGJuBmi8Mtt10fPCjbj
    Ln2NuAjj1CxdReUliBduHPJIZofVSdpA3LNNVHrPeALHP17Y9D0eu040n5Xfy9b0
    8W9y8XWYWNg38D9sq7sKcJTYT0C1Q7y3YVqpqzAJgQKBgQD3C4fmvG5njyc7vucw
    68+/NNtYoHWo73XSMAYJ7tpNAJNfJAzEcIM6jGZtt6xwCGugdJhiG5EFIRBs/+oj
    NN/QFxN9zsICpDqQnELC3xBEPmkuZIQ309XH6NmzqNoVod/u/fOldWXKMmGdVgB2
    GAGpoV3OEqsJcxUK23J55Z326QKBgQDcSXfXHQ4GQ5NSPXE1AaGmbMwKkf9dIIEb
    xf4Ygp1/sJgbdZwF06/7FBJAGwXBV34OJHqMREW2nSemjgVLyBSMm33ahyZys21/
    0WPQlNW9z//n+ezyUh1vL5GaB+UDkuApPbHb0u1/UBwL0m16jYapIOOD/tcN+hMp
    egv5qv4SpQKBgQDQV9MnDmb1w07NHjSPl2++y27pEXnpHPn6ZzHQkrVcF04yAI8b
    499oMxv3D93HJfLOgUY6BxGIh9f4dOMbCe5u6ecwRHxuCd6yMnZDLifjxdain3a6
    Nlamn4Np9s7lS301aspeEeHkYhTcwbjl310Xl9Uqg6fm8j0eyO+ESdescQKBgBcn
    3eIN2tCLv+uwK7s/radZ3mTqDebTKN8rg9c9u6KVhJe2WC1AoEoLRRPaA1Pch5Kj
    AQLHlnBouqdGXIYnxQk2uxcCh+cct1DtSMm/K2yldagD3IVoXlG2tV50n/0tLkUH
    iC+sT2zHlfskJn/waoxSubfBTQfaFrOQcbvP3p9FAoGAegQ4UmkdVD2d+hpHPxJL
    Gtxo6C58hpoaqD0a8Jr/S8WKfnczyvIi0KBpuwkuNtLYnOfBoCqhOTzfw0bUEcmE
    hPZmyQk/Xa9yKT8ZANOnzdOblLq1EwREoGjJwg09lYEvwfIqCTERBEDL5fkB1ltE
    8Mf6H4db+oEE5giqzNst9u8=
    -----END PRIVATE KEY-----
    """

  /// RSA-2048 as PKCS#8, made with `openssl genpkey` for this file.
  package static let rsaPEMs = [
    """
    -----BEGIN PRIVATE KEY-----
    MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQCV/cAY+lhUBj6S
    VuJw49qln/dZowiUGOwnqK3FwQCUayc8K77/oGWa+dp6zYfhDNsiLbJavkaDIQjX
    zenyQpBrSZ1lEEkwJXxcR3xBuvrKb5KgOtGGmJIJr+K73rPhfz4tFvAMpJ5sKWul
    3hpEpPuwZcftxI0TXsgw6uka+HcLd2LwmiiT1sWtWVP0DQsKjps5xU62Lc7gAT5F
    rp50zOXT8HRScU+T+LP0GZ4rP4fieTv5tUI5iQyWizIzeZ7ol7Gb5b+Z5ctqsfN0
    IV522pi1Q/gdjHNSbvSPM5OeeKfT145djfStGrmEQqHBtfJvRGR+VaVq/G/HaHJl
    AkL/JTQBAgMBAAECggEAA7KV2t/ID+k3/2xOKIWLeTgKdV6eKmV7Y+ZmA0kk4iPK
    m7KB4sQh4RpN+ydINWF3YP4ypodIjnjA4q4QOYFP1V9DFq/aOApCiLVX8DhjcJxj
    x1iv2+M0vXGlM6eztEhKYHrvZ8Zio+y4+0WwjNbq4ABAV6GX7z1vzrnpzXkI2ULa
    YjFjhR7VjjNu+VMuhzJpMTWts0kNYBs/gCyDlf9mop59QJatllo+Cjurar2zSvJw
    Kz4esyKoW2j1LM/qyhOOQ3oQIyBpLd0MbIlIdx8juHsrLjnmOlbvIFKyZgd6NLEd
    GL1Ux00Kp9Mo7QmoGP0sdKXT9AqF8BmtFkNOriasGQKBgQDRV4D22ub/L0nUTKgM
    bCgORb77evmKDAn7UGIkg6zC5rSRpSFx4YwTzuYRcCq7m2w7kFSBITJEm2QbnnjX
    NuKuDYJpN8S0mFVCFfCnu+zz+yKPaNQPpgM+HrkxbO7Cdz9fiRjTGP5VktHDPvwh
    x2ryBNKYRQ8CpxYHQ0Rc56oa2QKBgQC3a9tN9xK51Jjjk6R6aMYnmooNmNlpEZWZ
    IRGmNS7Z+dS7vqddB1KOrggXEvbYVhEzuLybQ4AUPtdfgbd1tzzkfozpxgu6lCIj
    f/KPfRhpOpLqKJiMMxRuNCK5YscUsUGud4lZzuzhngFWlh+KPXHyX8wzalfUnaji
    VmJ1+SkZaQKBgEYItS9gmmkCw/tPTeUiBeCIetUdFgCV+HzoLn0yxAhMMFqNWPwF
    TdyOmi95TAKJg5MFvQ+aMHv9VGddA+ZUCU/bWyaiLp+QWu2J84HZ//K7sJszocY+
    btVIaAJeBB5w0HXAotp0gRnVzXE5UBZo5aFj9aRVbikgBuGVInjGVAU5AoGBAKoq
    nTYSz8OpsgIIWqLaC2R4ojWFJcatcq2zGU2qr4G4nx1i/qB3B6epW4YUqQABsUnb
    zNb645tkxaksjgje69ZMdez4OK9reNSYgm+OrhQKLHyjFwuS5BRtt/1n36yZ2obD
    DaFNMUULstAizLYS1WD4cVkOAtgVQLZjUEuE0hVpAoGAc9jF1dmq61kaBTZD63cS
    5tIFZass4XlS8LsojeyUkzeI2Vnq1RHRPsMsQzqUdgkH1OfIA6sLVKEd4jZ+25N6
    uYY+Ke1GcoCk01qF/M4dx64atF4xCjCipx7Jryt3TK3nOk5zds/AwpxEdiNMCQ2s
    vhS1fTtKeaoQq+UfAwvJCGs=
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCXP4SNi8BNjSHN
    rrKY9YzT+X5zA/ulI5O6vGUsderpMerX1HcrI9vCDEb+BKNEqqmBFITmnLS21nhP
    +2rK7R+HLul9gljoUgLfpfFASORvSrtDnpCxy/YVQbHpGjTDqwflJwqeP9P54KC6
    9q2Mzx2JNMs80YP7u3GNi1HiBf1VnhLJvDHisNJaPSLQ27sH8ZdlBdq6Lq4GHicR
    fW0i1HnT4cA2A6VZou9FOtJzJVWZO0TTdr+fEI+QbcrlznSNldGKm8Se7chDuh4L
    7sVPDuvkSd8XhMSlGiGdD3YjBCabhyRpMe1FvC0uNb34IMe7BoJ174ocrgbP8wZh
    YG2twWY9AgMBAAECggEAI3+ZNxaQmzMPdsS0rtFdDQhvDQQnjS4RN4ANt/ZyHOrm
    HWOE17d6FeyHQgnpHw32LDFacvzfLlWeldkiyr+GSZZxX0+XWembuo2qVqX1FYji
    9F80Q0Klfn41iUopDa6n8vjrlVJSSIDYAKGygIzA+CnPtLXRBiWLpIbJQGUa/Tu4
    5C15Cnp2GBV0XY+o9EzBXVaKplM04ft7oN9QYtYgbbDlylJo2ItPHiiQpJYabouK
    fWI3SheucDYIOqeVXCrG5iQtrJElZConVisvDB3/STDec8/+iIuLRnUJVZgBMC8L
    GGgnIvn02vivUPhc+B7xqjmC7ldAdjjIW1jciqUmOQKBgQDNtNAeHumv8ZGcj0eK
    Bv9oDrzrTnPXtpmFOCoqOs695kDr+TiQRut3TvV0qLuNJcrgRN4jnT5V/YFK0lT4
    0X6RPO8iFs/BgmLnOfM+3RZ2wMw/prmFKAsn3BxiN+6jtHxaMZcUvKJCIDcG2IaD
    fHSQhYA3VkwFxQMvKqcV391o9QKBgQC8OijCKyouMhJPFHJPWmHvub7hhInsfRKO
    /qTpiejcuwxwgiRKa08529r2RsIOxh00smZ8Xyw+JO0Iq9QfFSRApEznFsBsEJ+d
    os2bgIUgbSEziDQOa3pZ/x96C+gqq45MjedNs2kd/wlMucbyLGOSmK1Q+LvFnFOx
    nWZkNzrbKQKBgHXBJ9HWSFfbpUtGCeHNl69toF/jDRVTBhboy9pYx7iVclyi0epl
    bq1hmckqPhLSq4wuYCtq/CAlejnmpZW59wYVJ58QB+XyScOrvL8juJRKUaGuQ00i
    WyB6NBVVh1pXG0hWUvIf+ZJ49ocItBfYyrFgesEyuVokKWp6tCMlf41xAoGAD6lT
    LNzElLVr2pKb9EhT78tnu4H4q+m4OperhxcHfh4+KbpaZKrLG8hUTruSeAI5+eGC
    L4UHvF/8LQWHD9MFgi9piqzU8+jqLwaVzwOBkDIkWhJSKoT82DInH1OQTMSbgXkp
    LsjnzSwkTPMEP7A71L3JZfxcO1QHjrbHBz2lMwkCgYBkFvRZxW1/CZ4eoXxBF3J5
    CmHtIfbtI1UL/SsvArbzR702z9CEU+rqx+C/WDBvgpP9Iui2HFJVpiWxGl5G/V6j
    UoKyAy6QMtPrMpC02Xp0JGi97JSCv7UlM4D8lFCFsLM2s7Qg5h48dic45bMuUGXG
    3GEUsZMOPEWAOm6SHvi6BQ==
    -----END PRIVATE KEY-----
    """,
    """
    -----BEGIN PRIVATE KEY-----
    MIIEvAIBADANBgkqhkiG9w0BAQEFAASCBKYwggSiAgEAAoIBAQCZ/H/+sJrab+Eg
    Hf9nexWn1EpAkJWVk/TTQJoAKUrdT60ULEguDnRs7yalfnDSFZfdvtMdy2VSD1j8
    B7Y8L6oiqs3QV2CeP0T6paZ6ugXAo/EmRV/lki7C5keu9sVvJVxnBvO7DKpoY0K4
    3R7xmxPUytBf6liAzBte9vxmJaBhqjeHtNA8f3CTDNK8sY0FgFUizyJ5mlA3/MkT
    b8+6iwns7zpeJpQ/vBW0xZIeYeL5cWmC7Zk3OqXUxVf7g5Lqp0nLE1ISRGrs2sk5
    OTRcK70tSDoH7quh/HbH1bCw+/PAK8rh0q8xEFqG0xZeWUmEJYk8/uWDzw1u7H5S
    /fAsP6czAgMBAAECggEACAc0dSB0y/N0fUQstXk8hWXgAsKG/SfPMwrCYxFdqD3B
    leepHupjnFPrlxbWGV3e1d5fccVrU7GEWVkQyADqkdwhCgrdxeJU9x+W/ZcG1Ca3
    9kYJQq+YZVKA/wvTYOdFv5yKxuaMi9y0KDplcc5v/j9RfDt8WcEXPDnZEH16gYNV
    nrkTC9YVyqW6Sz/7kbn+dcyy3w7+eObG15hDHdPmRCyVKsMOYuaNoSumf0nYp+Sh
    Yulh83cEVf5HZyN+/ON7jYzt7SB9Jp/yTC7aiu3BnkvnfCki79jv2csb+IPqUv7R
    xHrNrboFTpRd9GFannlWtE56W4QV6ELyIR6ily5voQKBgQDRI0ZgDLY2/PLrhL3J
    1jRvm5/qdRRwEfYmR6hnar/rqE2G5V7MNE5ADkunwDuahSc1tRJK0huTRGLdtM5E
    fRqXLvLCztNdlkQi3rVeqphnQhi2Aaxz0qgbd0iGMMqTh/TsTnMSO9rh6bpKLotV
    0IFcfISxcKNWBjzrTYO6n1PqJwKBgQC8fZVyKAdwjjmpDGK9ALn9o5lCw9QpSDev
    cf9OrlTKlmo3gcEpepsMg+pThUOY8SqjcfE9P7TvbIZlfbHpCsO/qLz64UKbwpOV
    cOfonul8sgJtitt9cgOFfK9CUyCPWnlI5ndd+2e2bQUoUS61cBfUN+hKs83syecy
    0G8VDBg+FQKBgA6SHJcYi6FtIieSif6D9AdKmmulWJUuSy4DlBIQd+qdQTmCxYYI
    puMDm/XGCOENIdw2D14zIUSzYQf9Ttmqta2O0c8MxeEhVQHw7kX4MMIQ8tPLbg5r
    wNaZCu5+e76nnELSfGXq0acnt5jvgTmrWzfsXPpX1KlrqdbjAaiA7UHFAoGAeYvu
    E+gWLBG6wvUWstRGG3YkvXX0WQ6VwhAb14v5Z44pPlPw0KOcWiyyrVsRJQ3XNgCi
    1KFBNudfnxC36hQj+HKCMrGRt0l4y/Q7x7i5zcwoXqUdNr6P4MNvbLCYHXj1Hvpm
    3PbigTO6EK6RFTUMWLAYnhtmXhwwd4cLKqJa+6UCgYBiDdstn+0fsTYfWeXjTUke
    VDXnrPL0nNF8SxTgMRJJQmKwhANgFDaWqahgTx76dGU0qEvyJIbEckGKQCJe4Rfk
    L3YBpbbWHEXFW0cQIYUwWhaYFKayjsjZ8dAaIP+nPjt2V63I2MQ3ifDJHvKawFLS
    IrjipAO7zrOo9lQseDq+Lg==
    -----END PRIVATE KEY-----
    """,
  ]
}
