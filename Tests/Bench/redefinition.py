#!/usr/bin/env python3
"""What a redefinition costs: redefinition.py [FOLDER OF combined], `.build/release` when not given.

The form of the README is there with its store; then something is declared anew, again and again, and the time until the
reply is taken, which is as long as everybody else waits. Medians and the worst of a hundred. Python's standard library
only.
"""

import os
import statistics
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "Leaks"))
from daemon import Daemon  # noqa: E402

ROUNDS = 100
FORM = """
import Combine
class SignUp: ObservableObject {
  @Published var username = ""
  @Published var isValid = false
  init() { $username.map { $0.count >= %d }.assign(to: &$isValid) }
}
"""
CASES = [
    ("let k = n", lambda n: "let k = %d" % n),
    ("a function that nothing uses", lambda n: "func twice(_ x: Int) -> Int { x * 2 + %d }" % n),
    ("the class of the form", lambda n: FORM % (n % 7)),
    ("the store of the form", lambda n: "let signup = SignUp()" if n % 2 else "let signup: SignUp = SignUp()"),
    ("a pipeline on the form", lambda n: "let shout = signup.$username.map { $0.count + %d }.sink { _ in }" % n),
]


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else ".build/release"
    daemon = Daemon(folder)
    try:
        client = daemon.client()
        client.ask("program.eval", source=FORM % 3)
        client.ask("program.eval", source="let signup = SignUp()")
        client.ask("store.set", path="signup.username", value="ada")
        print("| declared anew | median, ms | worst, ms |\n| --- | ---: | ---: |")
        for name, source in CASES:
            times = []
            for n in range(ROUNDS + 5):
                begin = time.perf_counter()
                client.ask("program.eval", source=source(n))
                times.append((time.perf_counter() - begin) * 1e3)
            times = times[5:]
            print("| %s | %.1f | %.1f |" % (name, statistics.median(times), max(times)), flush=True)
        kept = client.ask("store.get", path="signup.username")["value"]
        if kept != "ada":
            raise SystemExit("the form lost its value: %r" % kept)
    finally:
        daemon.end()


if __name__ == "__main__":
    main()
