"""What type checkers say of programs that use the package: mypy must find nothing here, and needs each `type: ignore`."""

from typing import List

from understudy import ControlAPIError, Rule, Sandbox, Server, api


def journal(sandbox: Sandbox) -> List[str]:
    entries: List[api.Entry] = sandbox.read_journal(outcome="refused", kind="exchange", wait=1)
    return [f"{entry['n']}: {entry.get('why')}" for entry in entries]


def rules(sandbox: Sandbox) -> api.Rule:
    made = sandbox.add_rules(
        Rule(endpoint="token", times=1).answer(503),
        Rule(endpoint="token").change(tokens={"id": {"signature": "none"}}),
        {"match": {"endpoint": "authorize"}, "then": {"condition": "user_denied"}},
        {"scenario": "slow"},
    )
    sandbox.add_rules({"match": {"endpont": "token"}})  # type: ignore[arg-type]
    Rule(endpoint="token").tls("expird")  # type: ignore[arg-type]
    return made[0]


def operations(server: Server) -> None:
    with server.sandbox(answer={"sign_in": "alice"}, rules=[Rule(endpoint="token").reset()], with_=["vk.denial-has-reason"]) as box:
        box.set_answer(sign_in="alice", consent="denied")
        box.set_answer(sign_in="alice", consent="maybe")  # type: ignore[arg-type]
        box.set_answer(sign_inn="alice")  # type: ignore[call-arg]
        tokens: api.MintedTokens = box.mint_tokens(provider="standard", client="web", person="alice")
        tokens["acces_token"]  # type: ignore[typeddict-item]
        box.put_person("carol", password="dormouse", name="Carol")
        box.expire_token(tokens["tokens"][0]["id"])


def refused(sandbox: Sandbox) -> int:
    try:
        sandbox.get()
    except ControlAPIError as error:
        return error.status
    return 200
