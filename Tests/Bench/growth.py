#!/usr/bin/env python3
"""How costs grow: growth.py [--quick] [FOLDER OF combined] [FIGURE…], `.build/release` and all figures when not given.

Each figure asks fresh daemons of growing worlds (stores, subscriptions, pipelines, elements, links of a chain, lines of source) for
one thing, and takes the median time until the reply, or the memory that one more takes. Prints a table of each and, where matplotlib
is there, draws it into `Tests/Bench/growth/FIGURE.svg`, both axes logarithmic: a cost that does not grow is a level line there, and
one that is linear climbs one decade in one. `--quick` leaves out each figure's largest worlds.
"""

import collections
import os
import statistics
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "Leaks"))
from daemon import Daemon, Refused  # noqa: E402

REPEATS = 31
AT_ONCE = 500

Figure = collections.namedtuple("Figure", "title grows unit sizes measure")


class World:
    """A daemon, and a client of it."""

    def __init__(self, folder, *options):
        self.daemon = Daemon(folder, *options)
        self.client = self.daemon.client()
        self.ask = self.client.ask

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.client.leave()
        self.daemon.end()

    def declare(self, lines):
        lines = list(lines)
        for first in range(0, len(lines), AT_ONCE):
            self.ask("program.eval", source="\n".join(lines[first:first + AT_ONCE]))

    def each(self, requests):
        """Sends all, in parts, and then reads the replies: half of the time that one after the other takes."""
        requests = list(requests)
        for first in range(0, len(requests), AT_ONCE):
            part = requests[first:first + AT_ONCE]
            for method, params in part[:-1]:
                self.client.send(method, **params)
            self.ask(part[-1][0], **part[-1][1])

    def change(self, path, repeats=REPEATS):
        """Microseconds from a write to its reply, which is sent when the journal has it."""
        return median(lambda n: self.ask("store.set", path=path, value=n), repeats) * 1e6


def median(body, repeats=REPEATS):
    """Seconds."""
    taken = []
    for n in range(1, repeats + 1):
        begin = time.perf_counter()
        body(n)
        taken.append(time.perf_counter() - begin)
    return statistics.median(taken)


CLASS = "import Combine\nclass S: ObservableObject { @Published var n = 0 }"


def stores(folder, size):
    with World(folder) as world:
        world.declare([CLASS])
        world.declare(f"let s{i} = S()" for i in range(size))
        return {"a change of one": world.change("s0.n")}


def subscriptions(folder, size):
    with World(folder, "--limit", "subs=65536") as world:
        world.declare([CLASS, "let here = S()", "let there = S()"])
        world.each(("sub.open", {"sub": f"s{i}", "paths": ["there.n"], "initial": "none", "deliver": {"mode": "every"}}) for i in range(size))
        other = world.change("here.n")

        def told(n):
            world.client.send("store.set", path="there.n", value=n)
            world.client.read(b'"type":"change"', size)

        return {"a change that none is for": other, "a change for all, for each of them": median(told, 11) * 1e6 / size}


def pipelines(folder, size):
    with World(folder) as world:
        world.declare([CLASS[:-1] + "; @Published var twice = 0; init() { $n.map { $0 * 2 }.assign(to: &$twice) } }"])
        world.declare(f"let s{i} = S()" for i in range(size))
        return {"a change of one": world.change("s0.n")}


def elements(folder, size):
    with World(folder) as world:
        world.declare(["import Combine\nstruct Item: Codable { var id: Int; var title = \"an item\"; var done = false }\n"
                       "class L: ObservableObject { @Published var items: [Item] = [] }\nlet list = L()"])
        world.ask("program.eval", source="list.items = (0..<%d).map { Item(id: $0) }" % size)
        return {"an element is set": world.change(f"list.items[{size // 2}].id"),
                "one is appended by a statement": median(
                    lambda n: world.ask("program.eval", source="list.items.append(Item(id: %d))" % n)) * 1e6}


def chain(folder, size):
    text = "let piped = here.$n" + "".join(".map { $0 + 1 }.filter { $0 > 0 }" for _ in range(size // 2)) + ".sink { _ in }"
    with World(folder) as world:
        world.declare([CLASS, "let here = S()"])
        world.ask("program.check", source=text)
        checked = median(lambda n: world.ask("program.check", source=text), 5) * 1e3
        world.declare([text])
        return {"checking it": checked, "a change through it": world.change("here.n", 11) / 1e3}


def literal(folder, size):
    text = "let table = [" + ", ".join(f"[{i}, {i + 1}, {i + 2}]" for i in range(size // 3)) + "]"
    with World(folder) as world:
        world.declare([CLASS])
        return {"checking it": median(lambda n: world.ask("program.check", source=text), 5) * 1e3}


def source(folder, size):
    line = ("class Form{0}: ObservableObject {{\n  @Published var name = \"\"\n  @Published var valid = false\n  init() {{\n"
            "    $name\n      .map {{ $0.count >= {1} }}\n      .assign(to: &$valid)\n  }}\n"
            "  func clear() {{ name = \"\" }}\n}}\n")
    text = "import Combine\n" + "".join(line.format(i, i % 9) for i in range(size // 10))
    with World(folder) as world:
        world.ask("program.eval", source=line.format("", 1))
        return {"checking it": median(lambda n: world.ask("program.check", source=text), 3) * 1e3}


def diamond(folder, size):
    """So many properties that follow from one, and one that follows from two of them: a join is evaluated for each of its inputs, as
    Combine's `combineLatest` is, and is told once."""
    nodes = range(1, size + 1)
    text = ("import Combine\nvar count = 0\nclass D: ObservableObject {\n  @Published var n0 = 0\n  @Published var join = 0\n"
            + "".join(f"  @Published var n{i} = 0\n" for i in nodes) + "  init() {\n"
            + "".join(f"    $n0.map {{ count += 1; return $0 + {i} }}.assign(to: &$n{i})\n" for i in nodes)
            + f"    $n1.combineLatest($n{size}).map {{ count += 1; return $0 + $1 }}.assign(to: &$join)\n  }}\n}}\nlet d = D()")
    with World(folder) as world:
        world.ask("program.eval", source=text)
        world.ask("program.eval", source="count = 0")
        world.ask("store.set", path="d.n0", value=7)
        evaluated = world.ask("store.get", path="count")["value"]
        if evaluated != size + 2:
            raise SystemExit(f"{evaluated} evaluations of {size} nodes and a join of two")
        return {"a change, for each node": world.change("d.n0", 11) / size}


def resume(folder, size):
    with World(folder) as world:
        world.declare([CLASS, "let here = S()"])
        opened = world.ask("sub.open", sub="a", paths=["here.n"], initial="none", deliver={"mode": "every"})
        world.ask("sub.close", sub="a")
        world.each(("store.set", {"path": "here.n", "value": n}) for n in range(1, size + 1))
        def again(n):
            begun = {"epoch": world.client.epoch, "rev": opened["rev"]}
            world.client.send("sub.open", sub=f"b{n}", paths=["here.n"], deliver={"mode": "every"}, **{"from": begun})
            world.client.read(b'"type":"change"', size)
            world.ask("sub.close", sub=f"b{n}")

        return {"all that was missed is told": median(again, 3) * 1e3}


def recover(folder, size):
    with World(folder) as world:
        world.declare([CLASS, "let here = S()"])
        world.each(("store.set", {"path": "here.n", "value": n}) for n in range(1, size + 1))
        world.client.leave()
        state, home = world.daemon.state, world.daemon.directory
        taken = []
        for _ in range(3):
            world.daemon.process.terminate()
            world.daemon.process.wait()
            begin = time.perf_counter()
            world.daemon.start()
            world.client = world.daemon.client()
            value = world.client.ask("store.get", path="here.n")["value"]
            taken.append(time.perf_counter() - begin)
            if value != size:
                raise SystemExit(f"{value} in place of {size} came back")
        return {"from `exec` to the value that was last": statistics.median(taken) * 1e3}


def memory(folder, size):
    """KiB that each of so many takes, of the daemon's own memory."""
    def of(prepare, add):
        with World(folder, "--limit", "subs=65536") as world:
            world.declare([CLASS, "let here = S()"])
            prepare(world)
            before = world.daemon.memory
            kept = add(world)
            return (world.daemon.memory - before) / size / 1024, kept
    def nothing(_):
        pass
    def several(world):
        world.declare(["class T: ObservableObject { " + "; ".join(f"@Published var p{i} = 0" for i in range(100)) + " }"])
    piped = CLASS.replace("class S", "class P")[:-1] + "; @Published var twice = 0; init() { $n.map { $0 * 2 }.assign(to: &$twice) } }"
    return {
        "a subscription": of(nothing, lambda world: world.each(
            ("sub.open", {"sub": f"s{i}", "paths": ["here.n"], "initial": "none"}) for i in range(size)))[0],
        "a connection": of(nothing, lambda world: [world.daemon.client() for _ in range(min(size, 900))])[0] * size / min(size, 900),
        "a store of one property": of(nothing, lambda world: world.declare(f"let s{i} = S()" for i in range(size)))[0],
        "a property, of a store of 100": of(several, lambda world: world.declare(
            f"let t{i} = T()" for i in range(max(1, size // 100))))[0],
        "a store whose property follows from another": of(
            lambda world: world.declare([piped]), lambda world: world.declare(f"let s{i} = P()" for i in range(size)))[0],
    }


def decades(last, first=10):
    size, sizes = first, []
    while size <= last:
        sizes.append(size)
        size *= 10
    return sizes


FIGURES = {
    "stores": Figure("a change of one store's property", "stores", "µs", [1, *decades(100_000)], stores),
    "subscriptions": Figure("a change among subscriptions", "subscriptions", "µs", [1, *decades(10_000)], subscriptions),
    "pipelines": Figure("a change that one of the pipelines is for", "pipelines", "µs", [1, *decades(10_000)], pipelines),
    "elements": Figure("an edit of a list", "elements", "µs", decades(100_000), elements),
    "chain": Figure("operators in a row", "operators", "ms", [10, 30, 100, 300], chain),
    "literal": Figure("a nested literal", "elements", "ms", [30, 300, 3000, 30_000], literal),
    "source": Figure("the check of a text", "lines", "ms", [10, 100, 1000, 10_000], source),
    "diamond": Figure("properties that follow from one, and a join", "properties", "µs", [10, 100, 1000], diamond),
    "resume": Figure("a reader comes back", "commits missed", "ms", decades(100_000), resume),
    "recover": Figure("a start with a journal", "commits made", "ms", decades(1_000_000), recover),
    "memory": Figure("memory of one more", "of the kind", "KiB", [100, 1000, 10_000], memory),
}


def draw(name, figure, rows):
    try:
        import matplotlib
    except ImportError:
        return False
    matplotlib.use("svg")
    matplotlib.rcParams.update({"svg.hashsalt": "growth", "svg.fonttype": "none", "font.size": 9})
    from matplotlib import pyplot
    picture, axes = pyplot.subplots(figsize=(5, 3.2))
    for series in rows[0][1]:
        axes.loglog([size for size, _ in rows], [values[series] for _, values in rows], marker="o", label=series)
    axes.set_title(figure.title)
    axes.set_xlabel(figure.grows)
    axes.set_ylabel(figure.unit)
    low, high = axes.get_ylim()
    axes.set_ylim(min(low, high / 100), high * 2)
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(frameon=False)
    os.makedirs(os.path.join(HERE, "growth"), exist_ok=True)
    picture.savefig(os.path.join(HERE, "growth", name + ".svg"), bbox_inches="tight", metadata={"Date": None})
    pyplot.close(picture)
    return True


def main():
    arguments = [argument for argument in sys.argv[1:] if argument != "--quick"]
    quick = len(arguments) < len(sys.argv) - 1
    folder = arguments[0] if arguments else ".build/release"
    drawn = True
    for name in arguments[1:] or FIGURES:
        figure = FIGURES[name]
        sizes = figure.sizes[:max(2, len(figure.sizes) - 2)] if quick else figure.sizes
        rows = []
        for size in sizes:
            values = figure.measure(folder, size)
            if not rows:
                print(f"\n| {figure.grows} | " + " | ".join(f"{series}, {figure.unit}" for series in values) + " |")
                print("| ---: |" + " ---: |" * len(values))
            rows.append((size, values))
            print(f"| {size:,} | " + " | ".join(f"{value:,.3g}" if value < 100 else f"{value:,.0f}" for value in values.values()) + " |",
                  flush=True)
        drawn = draw(name, figure, rows) and drawn
    if not drawn:
        print("\nNo matplotlib: nothing was drawn.", file=sys.stderr)


if __name__ == "__main__":
    main()
