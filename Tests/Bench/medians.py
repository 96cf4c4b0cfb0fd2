#!/usr/bin/env python3
"""Medians of several rounds of run.sh, which it reads from standard input, as tables; and the ratios to Redis and to the floor."""

import re
import statistics
import sys


def main():
    seen = {}
    for line in sys.stdin:
        who, _, rest = line.partition(" ")
        numbers = dict(re.findall(r"([\w./]+)=([\d.]+)", rest))
        if "subs" not in numbers:
            continue
        kind = "latency" if "p50" in numbers else "throughput"
        row = seen.setdefault((kind, int(numbers["subs"])), {}).setdefault(who, {})
        for name, number in numbers.items():
            row.setdefault(name, []).append(float(number))

    def table(kind, columns):
        names = ("combined", "redis", "floor")
        print("| subscribers | | combined | Redis | floor | of Redis' | of the floor's |")
        print("| ---: | --- |" + " ---: |" * 5)
        for (which, subscribers), rows in sorted(seen.items()):
            if which != kind:
                continue
            for column in columns:
                medians = [statistics.median(rows[name][column]) if column in rows.get(name, {}) else None for name in names]
                cells = ["" if median is None else f"{median:,.0f}" for median in medians]
                cells += [f"{medians[0] / other:.2f}" if other else "" for other in medians[1:]]
                print(f"| {subscribers:,} | {column} | " + " | ".join(cells) + " |")
        print()

    table("latency", ["p50", "p99", "max"])
    table("throughput", ["deliveries/s"])


if __name__ == "__main__":
    main()
