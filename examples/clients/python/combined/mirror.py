"""A copy of a part of the daemon's state, kept up to date by a client."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Dict, Iterator, Mapping, Optional, Set

if TYPE_CHECKING:
    from .core import Event

# Called with a mirror and the paths that have changed.
OnChange = Callable[["Mirror", Set[str]], object]


class Mirror(Mapping[str, Any]):
    """The newest known values by path: a dictionary to read. Nobody sees half a commit in it, or half a snapshot.

    While `is_in_sync` is false the connection is lost, or what was missed is still coming: these are the values known last.
    `on_change(mirror, paths)` is called after each change, with the paths that have a new value or are gone.
    """

    def __init__(self, on_change: Optional[OnChange] = None) -> None:
        self.is_in_sync = False
        self.rev = 0
        self.error: Optional[Exception] = None
        self.values_by_path: Dict[str, Any] = {}
        self.on_change = on_change
        # A snapshot that is not complete yet.
        self.incoming: Optional[Dict[str, Any]] = None

    def __getitem__(self, path: str) -> Any:
        return self.values_by_path[path]

    def __iter__(self) -> Iterator[str]:
        return iter(self.values_by_path)

    def __len__(self) -> int:
        return len(self.values_by_path)

    def take(self, event: Event) -> None:
        """Applies an event of its subscription."""
        if event.type == "gap" and event["reason"] != "overflow":
            self.incoming, self.is_in_sync = {}, False
        elif event.type == "snapshot":
            self.incoming = self.incoming or {}
            self.incoming.update((entry["path"], entry["value"]) for entry in event["entries"])
        elif event.type == "ready":
            self.rev, self.is_in_sync = event["rev"], True
            if self.incoming is not None:
                before, self.values_by_path, self.incoming = self.values_by_path, self.incoming, None
                paths = {path for path in {*before, *self} if before.get(path, ...) != self.get(path, ...)}
                self.changed(paths)
        elif event.type == "change":
            self.rev = event["rev"]
            for one in event["changes"]:
                if one["op"] == "remove":
                    self.values_by_path.pop(one["path"], None)
                else:
                    self.values_by_path[one["path"]] = one["value"]
            self.changed({one["path"] for one in event["changes"]})
        elif event.type == "progress":
            self.rev = event["rev"]
        elif event.is_final:
            self.is_in_sync = False

    def changed(self, paths: Set[str]) -> None:
        if paths and self.on_change:
            self.on_change(self, paths)
