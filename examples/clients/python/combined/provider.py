"""A process whose objects are stores of the daemon: read, watched, set and called by everybody."""

from __future__ import annotations

import dataclasses
import inspect
import json
import math
import sys
import time
import typing
from typing import Any, Callable, Dict, Iterable, List, Optional, Set, Tuple

from .blocking import Client
from .core import LINE_BYTES_MAX, Lost, Refused

PLAIN: Dict[Any, str] = {bool: "Bool", int: "Int", float: "Double", str: "String"}

# What Swift writes in backticks where it is a name.
KEYWORDS = frozenset("""
    associatedtype class deinit enum extension fileprivate func import init inout internal let operator precedencegroup private
    protocol public rethrows static struct subscript typealias var break case catch continue default defer do else fallthrough
    for guard if in repeat return throw switch where while Any as false is nil self Self super throws true try _
    """.split())

# What stands around values has its place in a line, too.
VALUE_BYTES_MAX = LINE_BYTES_MAX - 65_536


class Untold(Exception):
    """What a property is cannot be told; the text says why."""


class Provider:
    """Makes stores of objects, and does what others ask of them.

        @dataclass
        class Cart:
            coupon: str = ""
            total: float = 0
            def add(self, price: float) -> int: ...

        with Client() as client:
            provider = Provider(client, "till", namespace="shop")
            provider.expose(Cart(), "cart", settable=["coupon"], methods=["add"])
            provider.serve()

    Types come from annotations: of the class what its properties are, of methods what they take and give. An object says what
    it was told to be; `tell()` says what has become of it since. What a method raises, the asker is told. What cannot be told,
    since it is not of its type, too large or no JSON, `on_refusal` is given as a sentence; all else is told, and everybody
    keeps what it was before."""

    def __init__(self, client: Client, name: str, namespace: Optional[str] = None, deadline: float = 5.0) -> None:
        self.client, self.name, self.namespace, self.deadline = client, name, namespace, deadline
        # By name: an object, the types of its properties, which of them can be set, and its methods.
        self.stores: Dict[str, Tuple[Any, Dict[str, str], Set[str], List[Dict[str, Any]]]] = {}
        self.types: Dict[str, str] = {}
        self.told: Dict[str, Any] = {}
        self.untold: Dict[str, str] = {}
        self.missed = self.count = 0
        self.changed_at: Dict[str, int] = {}
        self.is_open = False
        self.opened: Set[str] = set()
        self.on_refusal: Callable[[str], None] = lambda text: print(text, file=sys.stderr)

    def expose(self, thing: Any, name: str, settable: Iterable[str] = (), methods: Iterable[str] = ()) -> None:
        """Makes a store of an object; it is there from the next `open`, `tell` or `serve` on."""
        hints = typing.get_type_hints(type(thing))
        properties = {key: self.swift(hint) for key, hint in hints.items() if not key.startswith("_")}
        offered = []
        for method in methods:
            hints = typing.get_type_hints(getattr(thing, method))
            result = hints.pop("return", type(None))
            parameters = [{"name": key, "type": self.swift(hint)} for key, hint in hints.items()]
            offered.append({"name": method, "parameters": parameters, "throws": True, "async": True,
                            **({} if result is type(None) else {"result": self.swift(result)})})
        self.stores[name] = (thing, properties, set(settable), offered)
        self.opened.discard(name)
        self.is_open = False

    def swift(self, hint: Any) -> str:
        """A type as Swift spells it; a dataclass is a structure of its own."""
        origin, arguments = typing.get_origin(hint), typing.get_args(hint)
        if hint in PLAIN:
            return PLAIN[hint]
        if origin is list:
            return f"[{self.swift(arguments[0])}]"
        if origin is dict:
            return f"[{self.swift(arguments[0])}: {self.swift(arguments[1])}]"
        if type(None) in arguments and len(arguments) == 2:
            return self.swift(next(each for each in arguments if each is not type(None))) + "?"
        if dataclasses.is_dataclass(hint):
            if hint.__name__ not in self.types:
                self.types[hint.__name__] = ""
                fields = [f"var {spelled(key)}: {self.swift(each)}" for key, each in typing.get_type_hints(hint).items()]
                bounds = "Codable, Hashable" + (", Identifiable" if "id" in typing.get_type_hints(hint) else "")
                self.types[hint.__name__] = f"struct {hint.__name__}: {bounds} {{ {'; '.join(fields)} }}"
            return str(hint.__name__)
        raise TypeError(f"{hint} has no type in Swift here: use bool, int, float, str, list, dict, Optional or a dataclass")

    # What is told

    def open(self) -> Any:
        """Makes the stores, or comes back to them. A value that is refused is left out, and all else is there. Raises `Refused`,
        `Lost` or `OSError`."""
        try:
            self.client.call("provide.close", provider=self.name)
        except Refused:
            pass
        place = {"namespace": self.namespace} if self.namespace else {}
        self.told, self.untold, self.opened = {}, {}, set(self.stores)
        values = self.offered()
        while True:
            stores = [
                {"name": name, "type": type(thing).__name__, "methods": methods,
                 "properties": [{"name": key, "type": swift, "settable": key in settable,
                                 **({"value": values[f"{name}.{key}"]} if f"{name}.{key}" in values else {})}
                                for key, swift in properties.items()]}
                for name, (thing, properties, settable, methods) in self.stores.items() if name in self.opened]
            try:
                result = self.client.call(
                    "provide.open", provider=self.name, types=list(self.types.values()), stores=stores, missed=self.missed,
                    deadlineMs=int(self.deadline * 1000), parts=True, **place)
                break
            except Refused as error:
                refused = self.refused_path(error, values)
                if refused is None:
                    raise
                del values[refused]
                self.refuse(refused, error)
        self.is_open, self.missed, self.count, self.changed_at = True, 0, 0, {}
        self.client.core.requests.clear()
        rest = self.changes()
        if rest:
            self.change(rest)
        return result

    def offered(self) -> Dict[str, Any]:
        """The values that fit into one line; the others are told when the stores are there."""
        left, values = VALUE_BYTES_MAX, {}
        for change in self.changes():
            path, value = change["path"], change["value"]
            try:
                size = encoded_bytes(value)
            except Untold as error:
                self.refuse(path, error)
                continue
            if size > left:
                del self.told[path]
                continue
            left -= size
            values[path] = value
        return values

    def refused_path(self, error: Refused, values: Iterable[str]) -> Optional[str]:
        """Which of the values it is that is refused; None if it is none of them."""
        place = error.data.get("path", "")
        prefix = f"{self.namespace}." if self.namespace else ""
        for path in values:
            whole = prefix + path
            if place == whole or place.startswith((whole + ".", whole + "[")):
                return path
        return None

    def refuse(self, path: str, error: Exception) -> str:
        text = f"'{path}' is not told: {error}"
        self.missed += 1
        self.on_refusal(text)
        return text

    def changes(self) -> List[Dict[str, Any]]:
        """What is another than it was told to be."""
        found = []
        for name in [each for each in self.stores if each in self.opened]:
            thing, properties, _, _ = self.stores[name]
            for key in properties:
                path = f"{name}.{key}"
                try:
                    value = plain(getattr(thing, key))
                except Exception as error:  # Whatever it is, the rest is told.
                    reason = "it contains itself" if isinstance(error, RecursionError) else str(error) or type(error).__name__
                    if self.untold.get(path) != reason:
                        self.untold[path] = reason
                        self.refuse(path, Untold(reason))
                    continue
                self.untold.pop(path, None)
                if path not in self.told or self.told[path] != value:
                    self.told[path] = value
                    found.append({"path": path, "value": value})
        return found

    def count_as_told(self, changes: List[Dict[str, Any]]) -> None:
        self.count += 1
        self.changed_at.update({change["path"]: self.count for change in changes})

    def tell(self, note: Optional[str] = None) -> None:
        """Says what has changed, as one commit; opens first what is not there. What cannot be told now is told then."""
        try:
            if not self.is_open or not self.client.socket:
                self.open()
            changes = self.changes()
            if changes:
                self.change(changes, **({"note": note} if note else {}))
        except (Lost, OSError):
            self.is_open = False
            self.missed += 1

    def change(self, changes: List[Dict[str, Any]], **options: Any) -> List[str]:
        """Tells of changes in one commit, or each by itself where that is refused. Returns why some are not told."""
        try:
            self.client.call("provide.change", provider=self.name, changes=changes, **options)
            self.count_as_told(changes)
            return []
        except Refused as error:
            self.count_as_told(changes)
            return self.apart(changes, error)
        except (ValueError, TypeError) as error:  # Nothing was sent.
            return self.apart(changes, error)

    def apart(self, changes: List[Dict[str, Any]], error: Exception) -> List[str]:
        """Some of it cannot be told: what can be is."""
        if len(changes) == 1:
            return [self.refuse(changes[0]["path"], error)]
        return [text for change in changes for text in self.change([change])]

    # What is asked

    def serve(self, until: Callable[[], bool] = lambda: False) -> None:
        """Does what others ask, until `until()` after one of these; over lost connections and daemons that start again."""
        while not until():
            if not self.is_open or not self.client.socket:
                try:
                    self.open()
                except (Lost, OSError):
                    time.sleep(self.client.core.backoff.next())
                continue
            if self.client.core.requests:
                self.perform(self.client.core.requests.pop(0))
            else:
                self.client.turn()
                self.client.core.events.clear()

    def perform(self, request: Dict[str, Any]) -> None:
        if request["provider"] != self.name or request["type"] not in ("set", "call"):
            return
        answer: Dict[str, Any] = {}
        try:
            before = self.changes()
            if before:
                self.change(before)
            try:
                if request["type"] == "set":
                    self.set(request)
                    answer["value"] = None
                else:
                    answer["value"] = self.run(request)
            except Exception as error:  # Whatever it is, who asked is told.
                answer["error"] = str(error)[:1000] or type(error).__name__
            self.answer(request, answer)
        except (Lost, OSError):
            self.is_open = False
            self.missed += 1

    def answer(self, request: Dict[str, Any], answer: Dict[str, Any]) -> None:
        """Tells what changed and what came of it. Who asked hears at once of what is no message, or too long for one."""
        options = {"provider": self.name, "request": request["request"]}
        changes = self.changes()
        try:
            self.client.call("provide.answer", changes=changes, **options, **answer)
            self.count_as_told(changes)
        except Refused as error:  # The daemon has told who asked.
            self.count_as_told(changes)
            self.apart(changes, error)
        except (ValueError, TypeError):
            refused = [text for change in changes for text in self.change([change])]
            if refused:
                answer = {"error": refused[0]}
            try:
                self.client.call("provide.answer", **options, **answer)
            except (ValueError, TypeError) as error:
                self.client.call("provide.answer", **options, error=f"what it gives cannot be told: {error}"[:1000])
            self.count_as_told([])

    def set(self, request: Dict[str, Any]) -> None:
        writes = []
        for change in request["changes"]:
            if request.get("conditional") and self.changed_at.get(change["path"], 0) > request["seen"]:
                raise ValueError("it has changed since that was decided")
            name, key = change["path"].split(".")
            thing = self.stores[name][0]
            hint = typing.get_type_hints(type(thing))[key]
            value = change["value"]
            if change.get("patch"):
                # Of what was told, as JSON has it: there keys are text.
                value = patched(json.loads(json.dumps(self.told[change["path"]])), value)
            writes.append((thing, key, shaped(value, hint)))
        before = [(thing, key, getattr(thing, key)) for thing, key, _ in writes]
        try:
            for thing, key, value in writes:
                setattr(thing, key, value)
        except Exception:  # All of them or none.
            for thing, key, value in before:
                setattr(thing, key, value)
            raise

    def run(self, request: Dict[str, Any]) -> Any:
        name, method = request["method"].split(".")
        function = getattr(self.stores[name][0], method)
        hints = typing.get_type_hints(function)
        arguments = {key: shaped(value, hints[key]) for key, value in request["args"].items()}
        result = function(**arguments)
        if inspect.isawaitable(result):
            raise TypeError(f"{method} is asynchronous, and this provider is not")
        return plain(result)


# From here on a reader of JSON may round an integer: it is text then.
EXACT_INTEGER_MAX = 1 << 53


def plain(value: Any) -> Any:
    """A value as JSON has it. Raises `TypeError` for what has none."""
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$notFinite": str(value)}
    if isinstance(value, int) and abs(value) >= EXACT_INTEGER_MAX:
        return str(value)
    if value is None or isinstance(value, (bool, int, float, str)):
        return value
    raise TypeError(f"a {type(value).__name__} has no JSON")


def patched(value: Any, patch: Any) -> Any:
    """What a native patch makes of a value."""
    if isinstance(value, dict):
        result = dict(value)
        for part, members in patch.items():
            if part == "set":
                result.update(members)
            elif part == "unset":
                for key in members:
                    result.pop(key, None)
            else:
                result.update({key: patched(result[key], each) for key, each in members.items()})
        return result
    elements = list(value)
    for operation, at, operand in patch:
        if operation == "insert":
            elements[at:at] = operand
        elif operation == "remove":
            del elements[at:at + operand]
        elif operation == "move":
            elements.insert(operand, elements.pop(at))
        else:
            elements[at] = operand if operation == "set" else patched(elements[at], operand)
    return elements


def encoded_bytes(value: Any) -> int:
    """How long it is on the line. Raises `Untold` for what is not, or is too long for one."""
    try:
        size = len(json.dumps(value, ensure_ascii=False, allow_nan=False).encode())
    except (ValueError, TypeError) as error:
        raise Untold(str(error)) from error
    if size > VALUE_BYTES_MAX:
        raise Untold(f"it has {size} bytes, and a line has {LINE_BYTES_MAX} at most")
    return size


def spelled(name: str) -> str:
    """A name as Swift declares it."""
    return f"`{name}`" if name in KEYWORDS else name


def shaped(value: Any, hint: Any) -> Any:
    """What came as JSON, as its annotation says."""
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if value is None:
        return None
    if dataclasses.is_dataclass(hint):
        hints = typing.get_type_hints(hint)
        return hint(**{key: shaped(each, hints[key]) for key, each in value.items()})
    if origin is list:
        return [shaped(each, arguments[0]) for each in value]
    if origin is dict:
        return {shaped(key, arguments[0]): shaped(each, arguments[1]) for key, each in value.items()}
    if type(None) in arguments:
        return shaped(value, next(each for each in arguments if each is not type(None)))
    return hint(value) if hint in (float, int) else value
