"""A client of the daemon `combined`. Only Python's standard library; the protocol is described in Protocol/README.md."""

from .asynchronous import AsyncClient
from .blocking import Client
from .core import Event, Lost, Refused, socket_path
from .mirror import Mirror
from .provider import Provider

__all__ = ["AsyncClient", "Client", "Event", "Lost", "Mirror", "Provider", "Refused", "socket_path"]
