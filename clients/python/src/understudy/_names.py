"""Names that Python's own errors do not suggest: of methods, of their arguments, of a body's members."""

from __future__ import annotations

import difflib
import functools
import re
from inspect import CO_VARARGS, CO_VARKEYWORDS
from types import FunctionType
from typing import TYPE_CHECKING, Any, Callable, Iterable, List, Mapping, Tuple


def suggestion(name: str, known: Iterable[str]) -> str:
    """The end of a message about an unknown name: the one that is meant, or nothing."""
    snake = re.sub("(?<=[a-z0-9])([A-Z])", r"_\1", name).lower()
    near = difflib.get_close_matches(snake, list(known), 1)
    return f"; did you mean {near[0]!r}?" if near else ""


def check(function: Callable[..., Any], name: str, arguments: Tuple[Any, ...], named: Mapping[str, Any]) -> None:
    """Refuses arguments that the function does not take, with a call that it takes. The first argument is the object."""
    code = function.__code__
    places = code.co_varnames[1 : code.co_argcount]
    options = code.co_varnames[code.co_argcount : code.co_argcount + code.co_kwonlyargcount]
    if len(arguments) > len(places) and not code.co_flags & CO_VARARGS:
        found = arguments[len(places)]
        members = [f"{each}=…" for each in [*options, *_members(function)][:1]]
        if not members and not code.co_flags & CO_VARKEYWORDS:
            raise TypeError(f"{name}({', '.join(places)}): expected {len(places)} arguments, found {len(arguments)}")
        form = "**members" if isinstance(found, dict) else "".join(members) or "NAME=…"
        given = [repr(each) for each in arguments[: len(places)]]
        raise TypeError(f"expected members by name, such as {name}({', '.join([*given, form])}), found {found!r}")
    if code.co_flags & CO_VARKEYWORDS:
        return
    for each in named:
        if each not in options and each not in places:
            known = f"; known here: {', '.join(options)}" if options else ""
            raise TypeError(f"{name}: there is no argument {each!r}{suggestion(each, options) or known}")


def _members(function: Callable[..., Any]) -> List[str]:
    """The members of a body, those that are needed first."""
    from . import api

    unpacked = re.fullmatch(r"Unpack\[(?:api\.)?(\w+)\]", str(function.__annotations__.get("members", "")))
    body = getattr(api, unpacked[1]) if unpacked else None
    return sorted(body.__annotations__, key=lambda each: each not in body.__required_keys__) if body else []


class Named:
    """The base of classes whose mistaken calls and attributes are answered with the names that are meant."""

    def __init_subclass__(cls) -> None:
        for name, method in list(vars(cls).items()):
            if isinstance(method, FunctionType) and not name.startswith("_"):
                setattr(cls, name, _checked(method))

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            known = [] if name.startswith("_") else [each for each in dir(type(self)) if not each.startswith("_")]
            raise AttributeError(f"{type(self).__name__} has no attribute {name!r}{suggestion(name, known)}")


def _checked(method: FunctionType) -> Any:
    @functools.wraps(method)
    def call(self: Any, *arguments: Any, **named: Any) -> Any:
        check(method, method.__name__, arguments, named)
        return method(self, *arguments, **named)

    return call
