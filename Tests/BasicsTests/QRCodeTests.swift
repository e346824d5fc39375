import Basics
import Testing

/// Held against symbols of the Python package qrcode 8, an encoder that others wrote.
@Suite("A QR code")
struct QRCodeTests {
  private static let address = "http://127.0.0.1:8400/standard/device?user_code=WDJB-MJHT"

  private static func text(_ code: QRCode) -> String {
    (0..<code.size).map { y in
      (0..<code.size).map { code.isDark($0, y) ? "#" : "." }.joined()
    }.joined(separator: "\n")
  }

  /// FNV-1a of the symbol's text, so that large symbols need one number each.
  private static func digest(_ code: QRCode) -> UInt64 {
    text(code).utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  @Test("has every module of a known symbol")
  func symbol() throws {
    let code = try #require(QRCode("understudy", mask: 0))
    #expect(
      Self.text(code) == """
        #######..#....#######
        #.....#.#.#...#.....#
        #.###.#..#.#..#.###.#
        #.###.#..####.#.###.#
        #.###.#.#..##.#.###.#
        #.....#...##..#.....#
        #######.#.#.#.#######
        .........#...........
        #.#.#.#..##.#...#..#.
        ##...#..#.##....#.###
        #.#.#.#..#.#.####..##
        ..####.#..###..#.....
        .#..###....#...##..##
        ........##......#...#
        #######...#.#.###.###
        #.....#.........#..##
        #.###.#.##..##..#....
        #.###.#..#.#.##.#..#.
        #.###.#.#.##.######.#
        #.....#....###.##..#.
        #######.#.##..#.##.##
        """)
  }

  @Test(
    "has eight masks",
    arguments: [
      0x3AB0_948C_B965_9D11, 0x7727_A42F_718D_DBB7, 0x9019_1262_89CA_FAD2, 0x9E7F_E374_DD2B_BAFC,
      0xA25E_76A9_AE17_DDE1, 0xFE44_9D8C_C162_CF2D, 0x3111_DCD7_ECAD_B7EA, 0x3016_8712_D7B0_8CC0,
    ].enumerated().map { $0 })
  func masks(mask: Int, digest: UInt64) throws {
    #expect(Self.digest(try #require(QRCode(Self.address, mask: mask))) == digest)
  }

  @Test(
    "has the smallest version that holds the text, from 1 to 20",
    arguments: [
      (14, 1, 0xA943_7DAC_444A_26B9),
      (15, 2, 0xCA00_30A7_53D8_F82F),
      (26, 2, 0xDB22_AC1F_602C_35F3),
      (27, 3, 0x4908_BDBC_89B6_A22F),
      (42, 3, 0xFFC9_CEF5_D0E3_BA93),
      (43, 4, 0x3F1F_65FD_3EB0_5512),
      (62, 4, 0x7348_213A_48F5_CD10),
      (63, 5, 0x187C_03F6_7631_D96B),
      (84, 5, 0xD2E4_CD71_1AA2_4715),
      (85, 6, 0x2F28_0944_488C_9659),
      (106, 6, 0x53F0_492A_3662_4EED),
      (107, 7, 0xD191_F169_131C_710B),
      (122, 7, 0x8A56_C056_C498_64FB),
      (123, 8, 0xCAC8_A7D7_598C_2709),
      (152, 8, 0xDFD_74A3_5084_CC27),
      (153, 9, 0x2405_09D7_6400_7B82),
      (180, 9, 0x2414_B582_E687_BB92),
      (181, 10, 0x65A9_9D5B_90BF_91DF),
      (213, 10, 0x2667_774D_426E_80AB),
      (214, 11, 0x7761_BED9_F54C_1C77),
      (251, 11, 0xC96E_C899_122C_B989),
      (252, 12, 0x7003_6DEF_F6F7_BEC8),
      (287, 12, 0x20CC_C07A_F6E6_4B56),
      (288, 13, 0xD98B_48D0_D3C1_C443),
      (331, 13, 0xA358_00F3_8BA2_8B5F),
      (332, 14, 0x69D6_8E02_4801_750F),
      (362, 14, 0xF2D9_4CDD_2ACE_FE59),
      (363, 15, 0x969_8D74_DE0B_5D0C),
      (412, 15, 0x41EA_0C52_9E58_5160),
      (413, 16, 0x663_BB5B_75FD_7856),
      (450, 16, 0x7783_1D73_1D88_4D74),
      (451, 17, 0xA25_4920_B1D6_5999),
      (504, 17, 0xE0E4_7F7B_3D08_CDB3),
      (505, 18, 0xC17F_8C45_055E_7D46),
      (560, 18, 0x79A7_879D_4AEB_C232),
      (561, 19, 0xAD67_4201_4A8E_F01B),
      (624, 19, 0x2B31_12B0_1981_68E9),
      (625, 20, 0x72A7_FD66_C81C_CA01),
      (666, 20, 0x4CAB_FBDA_F3CE_987D),
    ] as [(Int, Int, UInt64)])
  func versions(length: Int, version: Int, digest: UInt64) throws {
    let code = try #require(QRCode(String(repeating: "x", count: length), mask: 3))
    #expect(code.size == 17 + 4 * version)
    #expect(Self.digest(code) == digest)
  }

  @Test("exists for no text that is too long, and for no other mask")
  func bounds() {
    #expect(QRCode(String(repeating: "x", count: 666)) != nil)
    #expect(QRCode(String(repeating: "x", count: 667)) == nil)
    #expect(QRCode("x", mask: 8) == nil)
    #expect(QRCode("x", mask: -1) == nil)
  }

  @Test(
    "takes the mask with the lowest penalty",
    arguments: [
      (address, 2), (String(repeating: "a", count: 200), 1),
    ])
  func best(text: String, mask: Int) throws {
    let code = try #require(QRCode(text))
    #expect(Self.text(code) == Self.text(try #require(QRCode(text, mask: mask))))
  }

  @Test("is drawn as one path with a margin of four modules")
  func path() throws {
    let code = try #require(QRCode("understudy", mask: 0))
    #expect(code.sizeWithMargin == 29)
    #expect(code.path.hasPrefix("M4 4h7v1h-7zM13 4h1v1h-1zM18 4h7v1h-7zM4 5h1v1h-1z"))
    #expect(!code.isDark(-1, 0) && !code.isDark(0, 21))
  }
}
