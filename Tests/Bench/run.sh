#!/bin/sh
# Measures propagation from outside, beside Redis and beside the least that a broadcaster must do, in one run.
#   run.sh [FOLDER OF combined AND combinectl] [SUBSCRIBERS…]
# ROUNDS=5 goes round five times, each time all of them in turn, and prints the medians and what each is of Redis' and of the floor's.
set -eu
bin=$(cd "${1:-.build/release}" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
[ $# -gt 0 ] && shift
subscribers=${*:-1 10 100 1000}
cc=${CC:-cc}
home=$(mktemp -d "${TMPDIR:-/tmp}/combined-bench.XXXXXX")
leave() {
  "$bin/combinectl" --no-spawn --quiet --socket "$home/run/sock" stop >/dev/null 2>&1 || true
  [ -z "${redis:-}" ] || kill "$redis" 2>/dev/null || true
  [ -z "${floor:-}" ] || kill "$floor" 2>/dev/null || true
  rm -rf "$home"
}
trap leave EXIT
trap 'exit 130' INT TERM

"$cc" -O2 -o "$home/loadgen" "$here/Load/loadgen.c"
"$cc" -O2 -o "$home/floor" "$here/Load/floor.c"
load="$home/loadgen"
export COMBINED_SOCKET="$home/run/sock" XDG_STATE_HOME="$home/state"
"$bin/combinectl" --quiet eval 'class Bench: ObservableObject { @Published var v = "" }
let bench = Bench()' >/dev/null

export JRPC_SUBSCRIBE='{"jsonrpc":"2.0","id":1,"method":"sub.open","params":{"sub":"b","paths":["bench.v"],"initial":"none","deliver":{"mode":"every"}}}'
export JRPC_SET='{"jsonrpc":"2.0","id":%d,"method":"store.set","params":{"path":"bench.v","value":"%s"}}'
messages() { echo $((${MESSAGES:-200000} / ($1 < 10 ? 1 : $1 / 5))); }

combined() { JRPC_MATCH='"type":"change"' "$load" jsonrpc "$COMBINED_SOCKET" "$@" | sed 's/^jsonrpc /combined /'; }
floor() {
  rm -f "$home/floor.sock"
  "$home/floor" "$home/floor.sock" 190 &
  floor=$!
  until [ -S "$home/floor.sock" ]; do :; done
  JRPC_SUBSCRIBE='SUB' JRPC_MATCH=CHANGED "$load" jsonrpc "$home/floor.sock" "$@" | sed 's/^jsonrpc /floor    /' || true
  kill "$floor" 2>/dev/null || true
  wait "$floor" 2>/dev/null || true
  floor=
}
redis=
if command -v redis-server >/dev/null 2>&1; then
  redis-server --port 0 --unixsocket "$home/redis.sock" --save '' --appendonly no --dir "$home" >/dev/null 2>&1 &
  redis=$!
  until [ -S "$home/redis.sock" ]; do :; done
else
  echo "redis-server is not installed: no comparison with it"
fi
beside() { [ -z "$redis" ] || "$load" redisset "$home/redis.sock" "$@" | sed 's/^redisset /redis    /'; }

round() {
  echo "One change in flight: time from the set to its receipt by all subscribers"
  for n in 1 10 100; do
    count=$(($(messages "$n") / 10))
    combined "$n" "$count" 32 latency
    floor "$n" "$count" 32 latency
    beside "$n" "$count" 32 latency
  done
  echo "A thousand changes in flight"
  for n in $subscribers; do
    count=$(messages "$n")
    combined "$n" "$count" 32 throughput
    floor "$n" "$count" 32 throughput
    beside "$n" "$count" 32 throughput
  done
}
if [ "${ROUNDS:-1}" = 1 ]; then round; else
  for number in $(seq "$ROUNDS"); do
    echo "round $number of $ROUNDS" >&2
    round
  done | python3 -B "$here/medians.py"
fi
