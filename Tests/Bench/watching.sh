#!/bin/sh
# What it costs the others when somebody watches: changes per second to one subscriber, alone, and beside a tail as a terminal
# has it, one that misses nothing, the picture of `top`, and a scraper, in turn. Prints the median of so many rounds.
#   watching.sh [FOLDER OF combined AND combinectl] [ROUNDS] [MESSAGES]
set -eu
bin=$(cd "${1:-.build/release}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
rounds=${2:-9}
messages=${3:-200000}
home=$(mktemp -d "${TMPDIR:-/tmp}/combined-watching.XXXXXX")
watcher=
leave() {
  [ -z "$watcher" ] || kill "$watcher" 2>/dev/null || true
  "$bin/combinectl" --no-spawn --quiet --socket "$home/run/sock" stop >/dev/null 2>&1 || true
  rm -rf "$home"
}
trap leave EXIT
trap 'exit 130' INT TERM

"${CC:-cc}" -O2 -o "$home/loadgen" "$here/Load/loadgen.c"
export COMBINED_SOCKET="$home/run/sock" XDG_STATE_HOME="$home/state"
"$bin/combinectl" --quiet eval 'class Bench: ObservableObject { @Published var v = "" }
let bench = Bench()' >/dev/null
export JRPC_SUBSCRIBE='{"jsonrpc":"2.0","id":1,"method":"sub.open","params":{"sub":"b","paths":["bench.v"],"initial":"none","deliver":{"mode":"every"}}}'
export JRPC_SET='{"jsonrpc":"2.0","id":%d,"method":"store.set","params":{"path":"bench.v","value":"%s"}}'
export JRPC_MATCH='"type":"change"'

begin() {
  case $1 in
    nobody) watcher= ;;
    tail) "$bin/combinectl" tail >/dev/null & watcher=$! ;;
    sampled) "$bin/combinectl" tail --sample 1000 >/dev/null & watcher=$! ;;
    top) "$bin/combinectl" top -n 1000000 >/dev/null & watcher=$! ;;
    scraper)
      "$bin/combinectl" --quiet export --openmetrics --serve "$home/metrics" & server=$!
      (while kill -0 "$server" 2>/dev/null; do
        printf 'GET /metrics HTTP/1.0\n\n' | nc -NU "$home/metrics" >/dev/null 2>&1
        sleep 1
      done) &
      watcher=$server ;;
  esac
  # It has said hello when it is in the list.
  [ -z "$watcher" ] || until "$bin/combinectl" clients | grep -q "process $watcher,"; do :; done
}
finish() {
  [ -z "$watcher" ] || kill "$watcher"
  [ -z "$watcher" ] || wait "$watcher" 2>/dev/null || true
  watcher=
}

for round in $(seq "$rounds"); do
  for who in nobody sampled tail top scraper; do
    begin "$who"
    "$home/loadgen" jsonrpc "$COMBINED_SOCKET" 1 "$messages" 32 throughput |
      sed -n "s/.*changes\/s=\([0-9]*\).*/$who \1/p" >>"$home/figures"
    finish
  done
done
sort -k1,1 -k2,2n "$home/figures" | awk -v rounds="$rounds" '
  { figures[$1, ++count[$1]] = $2 }
  END {
    base = figures["nobody", int((rounds + 1) / 2)]
    split("nobody sampled tail top scraper", order, " ")
    printf "%-10s %12s %8s\n", "watching", "changes/s", "of alone"
    for (i = 1; i <= 5; i++) {
      median = figures[order[i], int((rounds + 1) / 2)]
      printf "%-10s %12d %7.0f%%\n", order[i], median, 100 * median / base
    }
  }'
