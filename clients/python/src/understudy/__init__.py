"""Understudy: a mock OAuth 2.0 and OpenID Connect server for tests."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._errors import ControlAPIError, StartError, UnderstudyError
    from ._rule import Rule
    from ._sandbox import Sandbox
    from ._server import Server

__all__ = ["ControlAPIError", "Rule", "Sandbox", "Server", "StartError", "UnderstudyError"]

_MODULES = {"Rule": "_rule", "Sandbox": "_sandbox", "Server": "_server"}


def __getattr__(name: str) -> Any:
    # The command `understudy` imports this package and needs none of these.
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(f".{_MODULES.get(name, '_errors')}", __name__), name)
