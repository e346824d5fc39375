import Basics

/// Published examples of encrypted tokens.
enum EncryptionVector {
  /// RFC 7516 A.1.3.
  static let rsaKey: [(String, String)] = [
    (
      "kty",
      "RSA"
    ),
    (
      "n",
      "oahUIoWw0K0usKNuOR6H4wkf4oBUXHTxRvgb48E-BVvxkeDNjbC4he8rUWcJoZmds2h7M70imEVhRU5djINX"
        + "tqllXI4DFqcI1DgjT9LewND8MW2Krf3Spsk_ZkoFnilakGygTwpZ3uesH-PFABNIUYpOiN15dsQRkgr0vEhx"
        + "N92i2asbOenSZeyaxziK72UwxrrKoExv6kc5twXTq4h-QChLOln0_mtUZwfsRaMStPs6mS6XrgxnxbWhojf6"
        + "63tuEQueGC-FCMfra36C9knDFGzKsNa7LZK2djYgyD3JR_MB_4NUJW_TqOQtwHYbxevoJArm-L5StowjzGy-"
        + "_bq6Gw"
    ),
    (
      "e",
      "AQAB"
    ),
    (
      "d",
      "kLdtIj6GbDks_ApCSTYQtelcNttlKiOyPzMrXHeI-yk1F7-kpDxY4-WY5NWV5KntaEeXS1j82E375xxhWMHX"
        + "yvjYecPT9fpwR_M9gV8n9Hrh2anTpTD93Dt62ypW3yDsJzBnTnrYu1iwWRgBKrEYY46qAZIrA2xAwnm2X7uG"
        + "R1hghkqDp0Vqj3kbSCz1XyfCs6_LehBwtxHIyh8Ripy40p24moOAbgxVw3rxT_vlt3UVe4WO3JkJOzlpUf-K"
        + "TVI2Ptgm-dARxTEtE-id-4OJr0h-K-VFs3VSndVTIznSxfyrj8ILL6MG_Uv8YAu7VILSB3lOW085-4qE3Dzg"
        + "rTjgyQ"
    ),
    (
      "p",
      "1r52Xk46c-LsfB5P442p7atdPUrxQSy4mti_tZI3Mgf2EuFVbUoDBvaRQ-SWxkbkmoEzL7JXroSBjSrK3YIQ"
        + "gYdMgyAEPTPjXv_hI2_1eTSPVZfzL0lffNn03IXqWF5MDFuoUYE0hzb2vhrlN_rKrbfDIwUbTrjjgieRbwC6"
        + "Cl0"
    ),
    (
      "q",
      "wLb35x7hmQWZsWJmB_vle87ihgZ19S8lBEROLIsZG4ayZVe9Hi9gDVCOBmUDdaDYVTSNx_8Fyw1YYa9XGrGn"
        + "Dew00J28cRUoeBB_jKI1oma0Orv1T9aXIWxKwd4gvxFImOWr3QRL9KEBRzk2RatUBnmDZJTIAfwTs0g68UZH"
        + "vtc"
    ),
    (
      "dp",
      "ZK-YwE7diUh0qR1tR7w8WHtolDx3MZ_OTowiFvgfeQ3SiresXjm9gZ5KLhMXvo-uz-KUJWDxS5pFQ_M0evdo"
        + "1dKiRTjVw_x4NyqyXPM5nULPkcpU827rnpZzAJKpdhWAgqrXGKAECQH0Xt4taznjnd_zVpAmZZq60WPMBMfK"
        + "cuE"
    ),
    (
      "dq",
      "Dq0gfgJ1DdFGXiLvQEZnuKEN0UUmsJBxkjydc3j4ZYdBiMRAy86x0vHCjywcMlYYg4yoC4YZa9hNVcsjqA3F"
        + "eiL19rk8g6Qn29Tt0cj8qqyFpz9vNDBUfCAiJVeESOjJDZPYHdHY8v1b-o-Z2X5tvLx-TCekf7oxyeKDUqKW"
        + "jis"
    ),
    (
      "qi",
      "VIMpMYbPf47dT1w_zDUXfPimsSegnMOA1zTaX7aGk_8urY6R8-ZW1FxU7AlWAyLWybqq6t16VFd7hQd0y6fl"
        + "UK4SlOydB61gwanOsXGOAOv82cHq0E3eL4HrtZkUuKvnPrMnsUUFlfUdybVzxyjz9JF_XyaY14ardLSjf4L_"
        + "FNY"
    ),
  ]

  /// RFC 7516 A.1.7: RSA-OAEP and A256GCM.
  static let rsaToken =
    "eyJhbGciOiJSU0EtT0FFUCIsImVuYyI6IkEyNTZHQ00ifQ.OKOawDo13gRp2ojaHV7LFpZcgV7T6DVZKTyKOMTYUmKoT"
    + "CVJRgckCL9kiMT03JGeipsEdY3mx_etLbbWSrFr05kLzcSr4qKAq7YN7e9jwQRb23nfa6c9d-StnImGyFDbSv04uVuxI"
    + "p5Zms1gNxKKK2Da14B8S4rzVRltdYwam_lDp5XnZAYpQdb76FdIKLaVmqgfwX7XWRxv2322i-vDxRfqNzo_tETKzpVLz"
    + "fiwQyeyPGLBIO56YJ7eObdv0je81860ppamavo35UgoRdbYaBcoh9QcfylQr66oc6vFWXRcZ_ZT2LawVCWTIy3brGPi6"
    + "UklfCpIMfIjf7iGdXKHzg.48V1_ALb6US04U3b.5eym8TW_c8SuK0ltJ3rpYIzOeDQz7TALvtu6UG9oMo4vpzs9tX_EF"
    + "ShS8iB7j6jiSdiwkIr3ajwQzaBtQD_A.XFBoMYUZodetZdvTiFvSkQ"

  /// RFC 7520 §5.4.1.
  static let p384Key: [(String, String)] = [
    (
      "kty",
      "EC"
    ),
    (
      "kid",
      "peregrin.took@tuckborough.example"
    ),
    (
      "use",
      "enc"
    ),
    (
      "crv",
      "P-384"
    ),
    (
      "x",
      "YU4rRUzdmVqmRtWOs2OpDE_T5fsNIodcG8G5FWPrTPMyxpzsSOGaQLpe2FpxBmu2"
    ),
    (
      "y",
      "A8-yxCHxkfBz3hKZfI1jUYMjUhsEveZ9THuwFjH2sCNdtksRJU7D5-SkgaFL1ETP"
    ),
    (
      "d",
      "iTx2pk7wW-GqJkHcEkFQb2EFyYcO7RugmaW3mRrQVAOUiPommT0IdnYK2xDlZh-j"
    ),
  ]

  /// RFC 7520 §5.4.5: ECDH-ES+A128KW and A128GCM.
  static let p384Token =
    "eyJhbGciOiJFQ0RILUVTK0ExMjhLVyIsImtpZCI6InBlcmVncmluLnRvb2tAdHVja2Jvcm91Z2guZXhhbXBsZSIsImVw"
    + "ayI6eyJrdHkiOiJFQyIsImNydiI6IlAtMzg0IiwieCI6InVCbzRrSFB3Nmtiang1bDB4b3dyZF9vWXpCbWF6LUdLRlp1"
    + "NHhBRkZrYllpV2d1dEVLNml1RURzUTZ3TmROZzMiLCJ5Ijoic3AzcDVTR2haVkMyZmFYdW1JLWU5SlUyTW84S3BvWXJG"
    + "RHI1eVBOVnRXNFBnRXdaT3lRVEEtSmRhWTh0YjdFMCJ9LCJlbmMiOiJBMTI4R0NNIn0.0DJjBXri_kBcC46IkU5_Jk9B"
    + "qaQeHdv2.mH-G2zVqgztUtnW_.tkZuOO9h95OgHJmkkrfLBisku8rGf6nzVxhRM3sVOhXgz5NJ76oID7lpnAi_cPWJRC"
    + "jSpAaUZ5dOR3Spy7QuEkmKx8-3RCMhSYMzsXaEwDdXta9Mn5B7cCBoJKB0IgEnj_qfo1hIi-uEkUpOZ8aLTZGHfpl05j"
    + "MwbKkTe2yK3mjF6SBAsgicQDVCkcY9BLluzx1RmC3ORXaM0JaHPB93YcdSDGgpgBWMVrNU1ErkjcMqMoT_wtCex3w03X"
    + "dLkjXIuEr2hWgeP-nkUZTPU9EoGSPj6fAS-bSz87RCPrxZdj_iVyC6QWcqAu07WNhjzJEPc4jVntRJ6K53NgPQ5p99l3"
    + "Z408OUqj4ioYezbS6vTPlQ.WuGzxmcreYjpHGJoa17EBg"

  /// RFC 7520 §5.5.1.
  static let p256Key: [(String, String)] = [
    (
      "kty",
      "EC"
    ),
    (
      "kid",
      "meriadoc.brandybuck@buckland.example"
    ),
    (
      "use",
      "enc"
    ),
    (
      "crv",
      "P-256"
    ),
    (
      "x",
      "Ze2loSV3wrroKUN_4zhwGhCqo3Xhu1td4QjeQ5wIVR0"
    ),
    (
      "y",
      "HlLtdXARY_f55A3fnzQbPcm6hgr34Mp8p-nuzQCE0Zw"
    ),
    (
      "d",
      "r_kHyZ-a06rmxM3yESK84r1otSg-aQcVStkRhA-iCM8"
    ),
  ]

  /// RFC 7520 §5.5.5: ECDH-ES and A128CBC-HS256.
  static let p256Token =
    "eyJhbGciOiJFQ0RILUVTIiwia2lkIjoibWVyaWFkb2MuYnJhbmR5YnVja0BidWNrbGFuZC5leGFtcGxlIiwiZXBrIjp7"
    + "Imt0eSI6IkVDIiwiY3J2IjoiUC0yNTYiLCJ4IjoibVBVS1RfYkFXR0hJaGcwVHBqanFWc1AxclhXUXVfdndWT0hIdE5r"
    + "ZFlvQSIsInkiOiI4QlFBc0ltR2VBUzQ2ZnlXdzVNaFlmR1RUMElqQnBGdzJTUzM0RHY0SXJzIn0sImVuYyI6IkExMjhD"
    + "QkMtSFMyNTYifQ..yc9N8v5sYyv3iGQT926IUg.BoDlwPnTypYq-ivjmQvAYJLb5Q6l-F3LIgQomlz87yW4OPKbWE1zS"
    + "TEFjDfhU9IPIOSA9Bml4m7iDFwA-1ZXvHteLDtw4R1XRGMEsDIqAYtskTTmzmzNa-_q4F_evAPUmwlO-ZG45Mnq4uhM1"
    + "fm_D9rBtWolqZSF3xGNNkpOMQKF1Cl8i8wjzRli7-IXgyirlKQsbhhqRzkv8IcY6aHl24j03C-AR2le1r7URUhArM79B"
    + "Y8soZU0lzwI-sD5PZ3l4NDCCei9XkoIAfsXJWmySPoeRb2Ni5UZL4mYpvKDiwmyzGd65KqVw7MsFfI_K767G9C9Azp73"
    + "gKZD0DyUn1mn0WW5LmyX_yJ-3AROq8p1WZBfG-ZyJ6195_JGG2m9Csg.WCCkNa-x4BeB9hIDIfFuhg"

  /// RSA-OAEP-256 and A256CBC-HS512, made by jwcrypto 1.6 for `rsaKey`.
  static let foreignRSA =
    "eyJhbGciOiAiUlNBLU9BRVAtMjU2IiwgImVuYyI6ICJBMjU2Q0JDLUhTNTEyIn0.WW_DhDer-lyLG6GqgW7pOvy7e-ro"
    + "JF4i6q3xeHcV_3bU6zbSs1IwKtgmt9vhBOI4HR7GEWTBfVAW4qjW0PCqM8FNowU4v00hPYii5bTeR3F_QJIHqjj2oexj"
    + "YUDRv-w_TQqdWYclseMNylveuiuU5ul37ATFRf8dTGqekoHlBKN4gDSgZ0w83ivvzLF8KynubDvULeiPWtVt_aerIrBa"
    + "7Ze-Pa-Afpj7SioHr_uR0Qa0-OLow34Csa9RQb9lrvIU0LppMrY22qDFm-kz5H1CDF8mZQIQr9DS_kVKeoktodmeSQcv"
    + "6NH7FG8vuoxWlG6KtfOj99aovuPDJf_0V0wEPg.GWkJgsGHCNHz9rydmlCRcw.skUjiYdGyKT9sbkZTQaD5w.NKKVDM3"
    + "5E38fXRPIpLrC7GhCDmm2-MACxbtxqgH-j6w"

  /// ECDH-ES+A256KW and A256GCM, made by jwcrypto 1.6 for `p256Key`.
  static let foreignP256 =
    "eyJhbGciOiJFQ0RILUVTK0EyNTZLVyIsImVuYyI6IkEyNTZHQ00iLCJlcGsiOnsiY3J2IjoiUC0yNTYiLCJrdHkiOiJF"
    + "QyIsIngiOiI1TEgwUFg2NTFlZWxDSnp2WlFOY0kxQzR3S1NqQWEzMmtfcnRnczczaVpnIiwieSI6IjZIZGJsOFVDd2t1"
    + "VkRnTExkTllZTnBNRGlYazRoNDlLdzlWUnpmZGJjQ1UifX0.BEyqaMRWCy3mEe1gU6XxMbrTf8TD1fexUVnKQgVnD1m3"
    + "qNTJwuHshQ.rn3NWpeBfwAj7lJ9.kQWAq5xk90ImtzqCPjKR.fjetqie0xiHr-i5RehyBZA"

  static func jwk(_ members: [(String, String)]) -> JSONValue {
    JSONValue(.object(JSONObject(members.map { .init($0, JSONValue(.string($1))) })))
  }
}
