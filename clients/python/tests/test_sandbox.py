"""Each operation of a sandbox, by its effect."""

import base64
import datetime
import http.server
import json
import pathlib
import pickle
import threading
import urllib.error
import urllib.parse
import urllib.request

import pytest
from understudy import ControlAPIError, Rule, Server

CALLBACK = "http://127.0.0.1:7999/cb"


class NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_):
        return None


def fetch(url, form=None, token=None, client="web:understudy-secret-0123456789"):
    """The status, the headers and the body of a response."""
    request = urllib.request.Request(url, urllib.parse.urlencode(form).encode() if form else None)
    if form or token:
        basic = "Basic " + base64.b64encode(client.encode()).decode()
        request.add_header("Authorization", f"Bearer {token}" if token else basic)
    try:
        answer = urllib.request.build_opener(NoRedirect).open(request)
    except urllib.error.HTTPError as error:
        answer = error
    with answer:
        return answer.status, answer.headers, answer.read().decode()


def redeem(box, **form):
    status, _, body = fetch(box.providers["standard"] + "/token", form or {"grant_type": "client_credentials"})
    return status, json.loads(body)


def authorize(box, **changed):
    asked = {"client_id": "web", "redirect_uri": CALLBACK, "response_type": "code", "scope": "openid", **changed}
    _, headers, _ = fetch(f"{box.providers['standard']}/authorize?{urllib.parse.urlencode(asked)}")
    return dict(urllib.parse.parse_qsl(urllib.parse.urlsplit(headers["Location"] or "").query))


def userinfo(box, token):
    status, _, body = fetch(box.providers["standard"] + "/userinfo", token=token)
    return json.loads(body) if status == 200 else status


def mint(box, **members):
    return box.mint_tokens(**{"provider": "standard", "client": "web", "person": "alice", "scopes": ["openid", "email"], **members})


def test_options(understudy_server):
    with understudy_server.sandbox(id="mine", name="My test", seed=7, lifetime="PT10M", answer={"sign_in": "bob"}) as box:
        assert (box.id, box.url) == ("mine", understudy_server.url + "/_sandbox/mine")
        assert box.get()["name"] == "My test"
        assert "code" in authorize(box)
    with pytest.raises(ControlAPIError) as gone:
        box.get()
    assert gone.value.status == 410


def test_leaving_a_sandbox_that_was_deleted(understudy_server):
    with understudy_server.sandbox() as box:
        box.delete()


def test_a_refused_operation(understudy_server, sandbox):
    with pytest.raises(ControlAPIError) as refused:
        understudy_server.sandbox(answr={"sign_in": "alice"})
    error = refused.value
    assert (error.status, error.pointer, error.request) == (422, "/answr", "POST /_understudy/sandboxes")
    assert error.title and 'did you mean "answer"?' in error.detail
    assert str(error) == f"POST /_understudy/sandboxes: 422 {error.title[:-1]}: {error.detail}" and error.title[-1] == "."
    assert str(pickle.loads(pickle.dumps(error))) == str(error)
    with pytest.raises(ControlAPIError) as refused:
        sandbox.put_client("standard", "a", knd="public", redirect_uri=[])
    assert [each["pointer"] for each in refused.value.errors] == ["/knd", "/redirect_uri"]
    with pytest.raises(ControlAPIError) as refused:
        understudy_server.sandbox(id=sandbox.id)
    assert refused.value.status == 409


def test_answers(sandbox):
    assert "code" not in authorize(sandbox)
    assert sandbox.set_answer(sign_in="alice") == sandbox.get_answer() == {"sign_in": "alice"}
    assert "code" in authorize(sandbox)
    sandbox.set_answer(sign_in="alice", consent="denied")
    assert authorize(sandbox)["error"] == "access_denied"
    sandbox.clear_answer()
    assert sandbox.get_answer() == {}


def test_clock(sandbox):
    token = mint(sandbox)["access_token"]
    assert userinfo(sandbox, token)["email"] == "alice@example.test"
    assert sandbox.change_clock(age="PT2H")["aged"] == "PT2H"
    assert userinfo(sandbox, token) == 401
    assert sandbox.change_clock(set="2030-01-01T00:00:00Z", freeze=True)["frozen"] is True
    assert sandbox.get_clock()["now"] == "2030-01-01T00:00:00Z"


def test_reset_and_checkpoints(sandbox):
    sandbox.set_answer(sign_in="alice")
    assert sandbox.create_checkpoint(name="signed in")["name"] == "signed in"
    sandbox.reset()
    assert sandbox.get_answer() == {}
    sandbox.restore_checkpoint("signed in")
    assert sandbox.get_answer() == {"sign_in": "alice"}
    assert [each["name"] for each in sandbox.list_checkpoints()] == ["signed in"]
    sandbox.delete_checkpoint("signed in")
    assert sandbox.list_checkpoints() == []


def test_people(sandbox):
    assert sandbox.put_person("dora/é", password="explorer", email="dora@example.test")["username"] == "dora/é"
    assert sandbox.patch_person("dora/é", roles=["guide"]) == sandbox.get_person("dora/é")
    assert sandbox.get_person("dora/é")["roles"] == ["guide"]
    assert "dora/é" in [each["username"] for each in sandbox.list_people()]
    sandbox.delete_person("dora/é")
    assert "dora/é" not in [each["username"] for each in sandbox.list_people()]


def test_clients(sandbox):
    sandbox.put_client("standard", "till", kind="public", redirect_uris=["com.example.till:/cb"])
    assert sandbox.patch_client("standard", "till", name="Till")["name"] == "Till"
    assert sandbox.get_client("standard", "till")["kind"] == "public"
    assert "till" in [each["client_id"] for each in sandbox.list_clients()]
    sandbox.delete_client("standard", "till")
    with pytest.raises(ControlAPIError, match="404"):
        sandbox.get_client("standard", "till")


def test_claims(sandbox):
    sandbox.patch_person("alice", roles=["guide"])
    assert sandbox.put_claim("roles", in_=["userinfo"], scope="email") == sandbox.get_claim("roles")
    assert userinfo(sandbox, mint(sandbox)["access_token"])["roles"] == ["guide"]
    assert "roles" in sandbox.list_claims()
    sandbox.put_claim("roles", in_=[])
    assert "roles" not in userinfo(sandbox, mint(sandbox)["access_token"])
    sandbox.delete_claim("roles")
    assert "roles" not in sandbox.list_claims()


def test_rules(sandbox):
    busy, other = sandbox.add_rules(Rule(endpoint="token", times=1, id="busy").answer(503, body="busy"), {"scenario": "slow"})
    assert (busy["id"], busy["fired"]) == ("busy", 0)
    assert redeem_status(sandbox) == 503
    assert sandbox.get_rule("busy")["spent"] is True
    assert len(sandbox.list_rules()) == 2
    sandbox.delete_rule(other["id"])
    assert redeem_status(sandbox) == 200
    # A sequence, too, as rules of a file are one.
    sandbox.set_rules(*[Rule(endpoint="token", id="down").answer(503)])
    assert sandbox.switch_rule("down", on=False)["on"] is False
    assert redeem_status(sandbox) == 200
    sandbox.clear_rules()
    assert sandbox.list_rules() == []


def redeem_status(box):
    return fetch(box.providers["standard"] + "/token", {"grant_type": "client_credentials"})[0]


def test_effects(sandbox):
    token = "token"
    cases = [
        (Rule(endpoint=token, grant="client_credentials").condition("client_unknown"), 401),
        (Rule(endpoint=token, method="POST", parameters={"grant_type": True}).answer(418, json={"a": 1}, headers={"X": "y"}), 418),
        (Rule(endpoint=token, client="web", skip=0).delay(1).drip(40, 1), 200),
        (Rule(endpoint=token, when={"eq": ["{{client.kind}}", "confidential"]}).change(set={"expires_in": 1}), 200),
        (Rule(provider="standard", limit={"requests": 1, "per": "PT1H"}, summary="A limit").answer(429), 200),
    ]
    for rule, expected in cases:
        (made,) = sandbox.set_rules(rule)
        assert made["then"] == rule["then"]
        assert redeem_status(sandbox) == expected, rule
    assert redeem_status(sandbox) == 429
    for rule in (Rule().reset(), Rule().close(), Rule(endpoint=token).lost("reset"), Rule(endpoint=token).truncate(3)):
        sandbox.set_rules(rule)
        with pytest.raises((OSError, http.client.HTTPException)):
            redeem_status(sandbox)
    sandbox.set_rules(Rule(endpoint="authorize").detour("relative"))
    assert "understudy_hop" in authorize(sandbox)
    # A TLS handshake names no sandbox.
    with Server() as another:
        assert another.default_sandbox.add_rules(Rule(host="oauth.vk.com").tls("expired"))[0]["then"] == {"tls": "expired"}
    _, last = sandbox.set_rules(
        Rule(id="a", on=False, person="alice").answer(), Rule(after="a").change(set={"a": 1}).change(drop=["b"])
    )
    assert last["then"] == {"change": {"set": {"a": 1}, "drop": ["b"]}}


def test_a_rule_is_not_changed_by_its_effects():
    token = Rule(endpoint="token", times=1)
    assert token.delay(5).answer(503) == {"match": {"endpoint": "token"}, "times": 1, "then": {"delay": 5, "answer": {"status": 503}}}
    assert token == {"match": {"endpoint": "token"}, "times": 1}
    assert Rule() == {}


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda box: box.add_rules(Rule(endpoint="token")), ValueError, r"does nothing: call answer\(…\), condition\(…\)"),
        (lambda box: box.server.sandbox(rules=[Rule(endpoint="token")]), ValueError, "does nothing"),
        (lambda box: box.set_rules([Rule().reset()]), TypeError, r"expected rules one by one, found a list of them: add_rules\(\*rules\)"),
        (lambda box: box.add_rule({}), AttributeError, "did you mean 'add_rules'"),
        (lambda box: box.add_rules("slow"), TypeError, "expected a rule, found 'slow'; a scenario is {'scenario': 'slow'}"),
        (lambda box: Rule().answer(503, body={"a": 1}), TypeError, "expected text as body, found {'a': 1}; for JSON, write json=…"),
        (lambda box: box.change_clock(advance=datetime.timedelta(hours=1)), TypeError, "found .*timedelta.*such as 'PT1H'"),
        (lambda box: box.change_clock(set=datetime.datetime(2030, 1, 1)), TypeError, "found .*2030.*such as '2030-01-01T00:00:00Z'"),
        (lambda box: box.server.sandbox(cast=pathlib.Path("x.json")), TypeError, r"found .*Path.*json\.loads\(path\.read_text\(\)\)"),
        (lambda box: box.put_person("carol", password="x", roles={1}), TypeError, r"expected a value of JSON, found \{1\}$"),
        (lambda box: box.set_answer("alice"), TypeError, r"members by name, such as set_answer\(sign_in=…\), found 'alice'"),
        (lambda box: box.switch_rule("r1", False), TypeError, r"such as switch_rule\('r1', on=…\), found False"),
        (lambda box: box.put_client("standard", "app", {}), TypeError, r"such as put_client\('standard', 'app', \*\*members\)"),
        (lambda box: box.mint_tokens("standard", "web"), TypeError, r"such as mint_tokens\(provider=…\), found 'standard'"),
        (lambda box: box.server.sandbox({"seed": 1}), TypeError, r"such as sandbox\(\*\*members\), found {'seed': 1}"),
        (lambda box: box.get_person("alice", "bob"), TypeError, r"get_person\(username\): expected 1 arguments, found 2"),
        (lambda box: box.read_journal(endpont="token"), TypeError, "no argument 'endpont'; did you mean 'endpoint'?"),
        (lambda box: Rule("token"), TypeError, r"such as Rule\(provider=…\), found 'token'"),
        (lambda box: Rule(endpont="token"), TypeError, "Rule: there is no argument 'endpont'; did you mean 'endpoint'?"),
        (lambda box: box.addRules(), AttributeError, "Sandbox has no attribute 'addRules'; did you mean 'add_rules'?"),
        (lambda box: box.add_rule(), AttributeError, "'add_rule'; did you mean 'add_rules'?"),
        (lambda box: box.server.make_coffee, AttributeError, "Server has no attribute 'make_coffee'$"),
    ],
)
def test_mistakes_that_python_finds(sandbox, call, error, sentence):
    with pytest.raises(error, match=sentence):
        call(sandbox)


def test_tokens(sandbox):
    minted = mint(sandbox, scopes=["email"])
    number = minted["tokens"][0]["id"]
    sandbox.expire_token(number)
    assert [each["id"] for each in sandbox.list_tokens(kind="access", status="expired", client="web")] == [number]
    sandbox.revoke_token(minted["tokens"][1]["id"])
    assert [each["kind"] for each in sandbox.list_tokens(status="revoked")] == ["refresh"]
    code = mint(sandbox, issues=["code"])["code"]
    assert redeem(sandbox, grant_type="authorization_code", code=code, redirect_uri=CALLBACK)[0] == 200
    bound = mint(sandbox, **{"x5t#S256": "A" * 43})
    assert bound["tokens"][0]["x5t#S256"] == "A" * 43


def test_workloads(sandbox):
    assert "github-actions" in [each["workload"] for each in sandbox.list_workloads()]
    token = sandbox.mint_workload_token(provider="standard", workload="github-actions", values={"ref": "refs/heads/next"})
    assert token["claims"]["sub"] == "repo:octo-org/octo-repo:ref:refs/heads/next"
    assert token["id_token"].count(".") == 2


def test_devices(sandbox):
    def device():
        form = {"client_id": "native", "scope": "openid"}
        return json.loads(fetch(sandbox.providers["standard"] + "/device_authorization", form, client="native:")[2])["user_code"]

    first, second = device(), device()
    assert sandbox.approve_device(first, person="alice")["status"] == "approved"
    assert sandbox.deny_device(second)["status"] == "denied"
    assert [each["status"] for each in sandbox.list_devices()] == ["approved", "denied"]


def test_sessions(sandbox):
    sandbox.set_answer(sign_in="alice")
    authorize(sandbox)
    (session,) = sandbox.list_sessions(person="alice")
    assert sandbox.end_session(session["sid"])["sessions"][0]["sid"] == session["sid"]
    authorize(sandbox)
    assert len(sandbox.end_sessions(provider="standard", client="web")["sessions"]) == 1
    assert sandbox.list_sessions() == []


def test_security_events(sandbox):
    class Receiver(http.server.BaseHTTPRequestHandler):
        def do_POST(self):
            self.rfile.read(int(self.headers["Content-Length"]))
            self.send_response(202)
            self.end_headers()

        def log_message(self, *_):
            pass

    with http.server.HTTPServer(("127.0.0.1", 0), Receiver) as receiver:
        threading.Thread(target=receiver.handle_request).start()
        event = sandbox.send_security_event(
            provider="standard", event="session-revoked", person="alice", receiver=f"http://127.0.0.1:{receiver.server_port}/"
        )
    assert event["call"]["accepted"] is True


def test_journal(sandbox):
    status, _ = redeem(sandbox, grant_type="nonsense")
    assert status == 400
    (entry,) = sandbox.refusals()
    assert entry["condition"] == "grant_unsupported" and entry["remedy"]
    assert sandbox.get_entry(entry["n"]) == entry
    assert sandbox.read_journal(endpoint="token", status="400", limit=1) == [entry]
    assert sandbox.count_journal(outcome="refused") == {"count": 1}
    waiting = threading.Timer(0.01, redeem, [sandbox])
    waiting.start()
    assert [each["outcome"] for each in sandbox.read_journal(after=entry["n"], wait=30)] == ["granted: client_credentials"]
    waiting.join()
    assert len(sandbox.read_har()["log"]["entries"]) == 2
    sandbox.clear_journal()
    assert sandbox.read_journal() == []


def test_providers(sandbox):
    assert {each["id"] for each in sandbox.list_providers()} == set(sandbox.providers)
    quirk = "denial-has-reason"
    assert is_on(sandbox.get_provider("vk"), quirk) is True
    assert is_on(sandbox.switch_quirks("vk", without=[quirk]), quirk) is False
    assert is_on(sandbox.switch_quirks("vk", with_=[quirk]), quirk) is True


def is_on(provider, quirk):
    return next(each["on"] for each in provider["quirks"] if each["id"] == quirk)


def test_keys(sandbox):
    before = {each["kid"] for each in sandbox.list_keys()["keys"] if each["signs"]}
    after = {each["kid"] for each in sandbox.rotate_keys(steps=["publish", "use", "retire"])["keys"] if each["signs"]}
    assert not before & after
