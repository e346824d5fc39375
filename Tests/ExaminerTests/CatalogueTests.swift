import Examiner
import Testing

@Suite("The catalogue of checks")
struct CatalogueTests {
  @Test("what ships has no mistakes")
  func clean() {
    #expect(Catalogue.bundled.findings.map(\.description) == [])
    #expect(Catalogue.bundled.check("code-happy")?.expect == .accepted)
  }

  @Test("no id stands twice")
  func unique() {
    let ids = Catalogue.bundled.all.map(\.id)
    #expect(Set(ids).count == ids.count)
    #expect(ids.count > 100 && Catalogue.bundled.profiles.count > 3)
  }

  @Test("each control is a check of the same profile, and no check rests on itself")
  func controls() {
    // These pass by what the client was seen to send, so they prove something even if it refuses in the end.
    let others = ["rp-refresh-idt-read", "refresh-rotated", "rc-refresh-rotated"]
    for profile in Catalogue.bundled.profiles {
      for check in profile.checks {
        guard let control = check.control else { continue }
        let found = profile.checks.first { $0.id == control }
        #expect(found != nil, "\(check.id): \(control)")
        #expect(found?.expect == .accepted || others.contains(control))
        #expect(!profile.controls(of: check).contains { $0.id == check.id }, "\(check.id)")
        #expect(profile.controls(of: check).last?.control == nil, "\(check.id)")
      }
    }
  }

  @Test("no check is of a release whose requirements were frozen without it")
  func frozen() {
    for set in Catalogue.bundled.requirements where !set.isOpen {
      for check in Catalogue.bundled.all where check.since == set.release {
        #expect(set.ids.contains(check.id), "\(check.id)")
      }
      #expect(set.ids.allSatisfy { Catalogue.bundled.check($0) != nil })
    }
  }

  @Test("each clause has a link to where it stands")
  func links() {
    for check in Catalogue.bundled.all {
      #expect(check.link?.hasPrefix("https://") == true, "\(check.id)")
    }
  }

  @Test("each requirement that a client must keep quotes its sentence")
  func quotes() {
    let bare = Catalogue.bundled.all.filter { $0.severity == .must && $0.quote == nil }
    #expect(bare.map(\.id) == [])
  }

  @Test("no two checks of a run bring about the same, unless what they look at tells them apart")
  func different() {
    for profile in Catalogue.bundled.profiles {
      for provider in profile.providers {
        var known: [String: String] = [:]
        for check in profile.checks where check.isRun(at: provider) {
          let asked = "\(check.responseType ?? "") \(check.scope ?? "") \(check.expect)"
          let client = (check.client ?? [:]).text()
          let key =
            "\(check.stage.text()) \(String(describing: check.tls)) \(check.agent) \(client) \(asked) \(check.asserts)"
          let other = known.updateValue(check.id, forKey: key)
          #expect(other == nil, "\(check.id) is like \(other ?? "") at \(provider)")
        }
      }
    }
  }

  @Test("what the agent is told is what it can do with a client of that kind")
  func agents() {
    for profile in Catalogue.bundled.profiles {
      for agent in profile.checks.map(\.agent) {
        if profile.assumes.contains("server") {
          #expect(agent.runs == 1 && agent.together == 1, "nobody starts a website again")
        } else {
          #expect(agent.logins == 1 && agent.start.isEmpty, "a program has no start URL")
        }
      }
    }
  }

  @Test("each judge that an assertion names is there")
  func judges() {
    for check in Catalogue.bundled.all {
      for case .judge(let name) in check.asserts.map(\.form) {
        #expect(NamedJudges.names.contains(name), "\(check.id): \(name)")
      }
    }
  }

  @Test("what a check needs, and what it asks for with needs, is an ability of its profile")
  func abilities() {
    for profile in Catalogue.bundled.profiles {
      let known = Set(profile.assumes + profile.may)
      for check in profile.checks {
        let named = Set(check.needs + check.asserts.flatMap(\.needs))
        #expect(named.subtracting(known).isEmpty, "\(check.id): \(named.subtracting(known))")
      }
    }
  }

  @Test("a check that expects a refusal has a control, and says what must not follow")
  func rejections() {
    for check in Catalogue.bundled.all where check.expect == .rejected {
      #expect(check.control != nil, "\(check.id)")
      let prohibits = check.asserts.contains { assertion in
        if case .requests(_, _, .some) = assertion.form { true } else { false }
      }
      #expect(
        !check.forbidden.isEmpty || prohibits || check.asks("nothing-was-sent")
          || check.asks("nobody-is-shown") || check.asks("nobody-is-greeted"), "\(check.id)")
      #expect(check.evidence.contains(.silence), "\(check.id)")
    }
  }

  @Test("each dialect is one that a profile can be run in, and there each check has its control")
  func dialects() {
    for profile in Catalogue.bundled.profiles {
      #expect(Set(profile.providers).count == profile.providers.count)
      #expect(profile.providers.allSatisfy { profile.at($0)?.provider == $0 })
      #expect(profile.at("no-such-provider") == nil)
      for check in profile.checks {
        let named = [check.provider].compactMap(\.self) + check.except
        #expect(named.allSatisfy { profile.at($0) != nil }, "\(check.id)")
        let control = check.control.flatMap { id in profile.checks.first { $0.id == id } }
        for provider in profile.providers where check.isRun(at: provider) {
          #expect(control?.isRun(at: provider) != false, "\(check.id): no control at \(provider)")
        }
      }
    }
  }
}
