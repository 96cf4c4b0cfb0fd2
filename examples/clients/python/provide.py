#!/usr/bin/env python3
"""A process whose object is a store: provide.py [NAMESPACE].

The cart is at `shop.cart`. `combinectl call shop.cart.add '{"title":"tea","price":3.5}'`, `combinectl watch shop.cart`.
"""

import sys
from dataclasses import dataclass, field
from typing import List

from combined import Client, Provider


@dataclass
class Item:
    id: int
    title: str
    price: float


@dataclass
class Cart:
    items: List[Item] = field(default_factory=list)
    coupon: str = ""
    total: float = 0.0

    def __setattr__(self, name, value):
        if name == "coupon" and value not in ("", "HALF"):
            raise ValueError(f"there is no coupon '{value}'")
        super().__setattr__(name, value)
        if name != "total" and hasattr(self, "total"):
            self.sum()

    def sum(self):
        self.total = sum(item.price for item in self.items) * (0.5 if self.coupon else 1)

    def add(self, title: str, price: float) -> int:
        self.items = [*self.items, Item(len(self.items) + 1, title, price)]
        return len(self.items)


def main():
    with Client(name="till") as client:
        namespace = sys.argv[1] if len(sys.argv) > 1 else "shop"
        provider = Provider(client, f"till of {namespace}", namespace=namespace)
        provider.expose(Cart(), "cart", settable=["coupon"], methods=["add"])
        provider.open()
        print(f"{namespace}.cart is there", flush=True)
        provider.serve()


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        pass
