#!/bin/sh
# Two workers at the same time, one counter, and no step is lost.
set -eu
combinectl run "$(dirname "$0")/shared-counter.swift"

work() {
  for _ in 1 2 3 4 5 6 7 8 9 10; do
    combinectl call counter.add '{"by": 1}' >/dev/null
  done
}

work & work &
wait
echo "counted: $(combinectl get counter.n)"
