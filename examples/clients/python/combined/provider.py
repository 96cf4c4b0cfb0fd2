"""A process whose objects are stores of the daemon: read, watched, set and called by everybody."""

from __future__ import annotations

import dataclasses
import inspect
import math
import sys
import time
import typing
from typing import Any, Callable, Dict, Iterable, List, Optional, Set, Tuple

from .blocking import Client
from .core import Lost, Refused

PLAIN: Dict[Any, str] = {bool: "Bool", int: "Int", float: "Double", str: "String"}


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
    since it is not of its type or too large, `on_refusal` is given as a sentence; all else is told."""

    def __init__(self, client: Client, name: str, namespace: Optional[str] = None, deadline: float = 5.0) -> None:
        self.client, self.name, self.namespace, self.deadline = client, name, namespace, deadline
        # By name: an object, the types of its properties, which of them can be set, and its methods.
        self.stores: Dict[str, Tuple[Any, Dict[str, str], Set[str], List[Dict[str, Any]]]] = {}
        self.types: Dict[str, str] = {}
        self.told: Dict[str, Any] = {}
        self.missed = self.count = 0
        self.changed_at: Dict[str, int] = {}
        self.is_open = False
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
                fields = [f"var {key}: {self.swift(each)}" for key, each in typing.get_type_hints(hint).items()]
                bounds = "Codable, Hashable" + (", Identifiable" if "id" in typing.get_type_hints(hint) else "")
                self.types[hint.__name__] = f"struct {hint.__name__}: {bounds} {{ {'; '.join(fields)} }}"
            return str(hint.__name__)
        raise TypeError(f"{hint} has no type in Swift here: use bool, int, float, str, list, dict, Optional or a dataclass")

    # What is told

    def open(self) -> Any:
        """Makes the stores, or comes back to them. Raises `Refused`, `Lost` or `OSError`."""
        try:
            self.client.call("provide.close", provider=self.name)
        except Refused:
            pass
        stores = []
        for name, (_, properties, settable, methods) in self.stores.items():
            values = {key: value for key, value in self.values(name)}
            self.told.update({f"{name}.{key}": value for key, value in values.items()})
            stores.append({"name": name, "type": type(self.stores[name][0]).__name__, "methods": methods,
                           "properties": [{"name": key, "type": swift, "value": values[key], "settable": key in settable}
                                          for key, swift in properties.items()]})
        place = {"namespace": self.namespace} if self.namespace else {}
        result = self.client.call(
            "provide.open", provider=self.name, types=list(self.types.values()), stores=stores, missed=self.missed,
            deadlineMs=int(self.deadline * 1000), **place)
        self.is_open, self.missed, self.count, self.changed_at = True, 0, 0, {}
        self.client.core.requests.clear()
        return result

    def values(self, name: str) -> List[Tuple[str, Any]]:
        thing, properties, _, _ = self.stores[name]
        return [(key, plain(getattr(thing, key))) for key in properties]

    def changes(self) -> List[Dict[str, Any]]:
        """What is another than it was told to be."""
        found = []
        for name in self.stores:
            for key, value in self.values(name):
                if self.told.get(f"{name}.{key}") != value:
                    self.told[f"{name}.{key}"] = value
                    found.append({"path": f"{name}.{key}", "value": value})
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

    def change(self, changes: List[Dict[str, Any]], **options: Any) -> None:
        """Tells of changes in one commit, or each by itself where that is refused."""
        self.count_as_told(changes)
        try:
            self.client.call("provide.change", provider=self.name, changes=changes, **options)
        except (Refused, ValueError, TypeError) as error:
            self.apart(changes, error)

    def apart(self, changes: List[Dict[str, Any]], error: Exception) -> None:
        """Some of it cannot be told: what can be is."""
        for change in changes:
            if len(changes) > 1:
                self.change([change])
            else:
                self.missed += 1
                self.on_refusal(f"'{change['path']}' is not told: {error}")

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
        before = self.changes()
        if before:
            try:
                self.change(before)
            except (Lost, OSError):
                self.is_open = False
                self.missed += 1
                return
        try:
            if request["type"] == "set":
                self.set(request)
                answer["value"] = None
            else:
                answer["value"] = self.run(request)
        except Exception as error:  # Whatever it is, who asked is told.
            answer["error"] = str(error) or type(error).__name__
        changes = self.changes()
        self.count_as_told(changes)
        try:
            try:
                self.client.call("provide.answer", provider=self.name, request=request["request"], changes=changes, **answer)
            except Refused as error:  # The daemon has told who asked.
                self.apart(changes, error)
            except (ValueError, TypeError) as error:  # It is no message, or too long for one.
                self.count_as_told([])
                self.client.call("provide.answer", provider=self.name, request=request["request"], error=str(error))
                self.apart(changes, error)
        except (Lost, OSError):
            self.is_open = False
            self.missed += 1

    def set(self, request: Dict[str, Any]) -> None:
        writes = []
        for change in request["changes"]:
            if request.get("conditional") and self.changed_at.get(change["path"], 0) > request["seen"]:
                raise ValueError("it has changed since that was decided")
            name, key = change["path"].split(".")
            thing = self.stores[name][0]
            hint = typing.get_type_hints(type(thing))[key]
            writes.append((thing, key, shaped(change["value"], hint)))
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
    """A value as JSON has it."""
    if dataclasses.is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
    if isinstance(value, list):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, float) and not math.isfinite(value):
        return {"$notFinite": str(value)}
    if isinstance(value, int) and abs(value) >= EXACT_INTEGER_MAX:
        return str(value)
    return value


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
