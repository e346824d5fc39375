"""Rules, in Python's words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Union

from . import _names

if TYPE_CHECKING:
    from typing_extensions import Literal, Unpack

    from . import api


def checked(rules: Any) -> List[Any]:
    """A list of rules, without mistakes for which Python has other words than the server."""
    for each in rules if isinstance(rules, (list, tuple)) else [rules]:
        if isinstance(each, (list, tuple)):
            raise TypeError("expected rules one by one, found a list of them: add_rules(*rules)")
        if isinstance(each, str):
            raise TypeError(f"expected a rule, found {each!r}; a scenario is {{'scenario': {each!r}}}")
        if isinstance(each, Rule) and not each.keys() & {"then", "limit"}:
            raise ValueError(f"the rule {each!r} does nothing: call answer(…), condition(…) or another effect of Rule")
    return list(rules)


class Rule(Dict[str, Any]):
    """A rule: how the server answers later requests that match.

        Rule(endpoint="token", times=1).answer(503)
        Rule(provider="vk", endpoint="authorize").condition("user_denied")
        Rule(endpoint="token").delay("PT2S").change(set={"expires_in": 1})

    The arguments say which requests match; without any, all do. A method adds an effect and returns a new rule. A rule is a
    dict, the JSON that the control API takes, so you can also write the dict yourself.
    """

    if not TYPE_CHECKING:

        def __new__(cls, *arguments: Any, **named: Any) -> Rule:
            _names.check(cls.__init__, "Rule", arguments, named)
            return super().__new__(cls)

    def __init__(
        self,
        *,
        provider: Optional[str] = None,
        host: Optional[str] = None,
        endpoint: Optional[str] = None,
        method: Optional[str] = None,
        grant: Optional[str] = None,
        client: Optional[str] = None,
        person: Optional[str] = None,
        parameters: Optional[Mapping[str, Any]] = None,
        when: Optional[Union[Mapping[str, Any], bool]] = None,
        id: Optional[str] = None,
        summary: Optional[str] = None,
        on: Optional[bool] = None,
        after: Optional[str] = None,
        skip: Optional[int] = None,
        times: Optional[int] = None,
        limit: Optional[api.Limit] = None,
    ) -> None:
        match = {
            "provider": provider, "host": host, "endpoint": endpoint, "method": method, "grant": grant,
            "client": client, "person": person, "parameters": parameters, "when": when,
        }  # fmt: skip
        options = {
            "id": id, "summary": summary, "on": on, "after": after, "skip": skip, "times": times, "limit": limit,
        }  # fmt: skip
        super().__init__({name: value for name, value in options.items() if value is not None})
        if matched := {name: value for name, value in match.items() if value is not None}:
            self["match"] = matched

    def _then(self, **effect: Any) -> Rule:
        copy = Rule()
        copy.update(self)
        copy["then"] = {**self.get("then", {}), **effect}
        return copy

    def condition(self, name: str) -> Rule:
        """Return the provider's own error: `docs/conditions.md` lists them."""
        return self._then(condition=name)

    def answer(
        self,
        status: int = 200,
        *,
        headers: Optional[Mapping[str, Union[str, List[str]]]] = None,
        body: Optional[str] = None,
        json: Any = None,
        repeat: Optional[int] = None,
    ) -> Rule:
        """Return this response. The provider does not process the request."""
        if body is not None and not isinstance(body, str):
            raise TypeError(f"answer: expected text as body, found {body!r}; for JSON, write json=…")
        members = {"status": status, "headers": headers, "body": body, "json": json, "repeat": repeat}
        return self._then(answer={name: value for name, value in members.items() if value is not None})

    def delay(self, time: Union[int, str]) -> Rule:
        """Delay the response: milliseconds, or an ISO 8601 duration."""
        return self._then(delay=time)

    def drip(self, bytes: int, every: Union[int, str]) -> Rule:
        """Send so many bytes of the response at a time: `every` is milliseconds, or an ISO 8601 duration."""
        return self._then(drip={"bytes": bytes, "every": every})

    def truncate(self, bytes: int) -> Rule:
        """Send only the first bytes of the response's body."""
        return self._then(truncate=bytes)

    def reset(self) -> Rule:
        """Reset the connection, and do not process the request."""
        return self._then(reset=True)

    def close(self) -> Rule:
        """Close the connection, and do not process the request."""
        return self._then(close=True)

    def lost(self, how: Literal["close", "reset"] = "close") -> Rule:
        """Process the request, and lose the response."""
        return self._then(lost=how)

    def detour(self, *hops: Literal["redirect", "relative", "link", "refresh", "script"]) -> Rule:
        """Insert hops before the provider's own page."""
        return self._then(detour=list(hops))

    def change(self, **members: Unpack[api.Change]) -> Rule:
        """Change the provider's response: `set`, `drop`, `rename`, `tokens`, … (`docs/rules.md`)."""
        return self._then(change={**self.get("then", {}).get("change", {}), **members})

    def tls(
        self,
        certificate: Literal[
            "expired", "not-yet-valid", "self-signed", "wrong-host", "untrusted", "missing-intermediate", "revoked"
        ],
    ) -> Rule:
        """Present an invalid certificate in the TLS handshake."""
        return self._then(tls=certificate)
