#!/bin/sh
# What it costs the others when somebody watches: changes per second to one subscriber, alone, and beside a tail as a terminal
# has it, one whose events are read and thrown away, one that misses nothing, the picture of `top`, and a scraper, in turn.
# Prints the median of so many rounds, and the processor time that a change takes of the daemon and of whoever watches.
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
daemon=$("$bin/combinectl" --json status | sed 's/.*"pid":\([0-9]*\).*/\1/')
# Asks for what a tail asks for and throws it away: what is lost beside it is the daemon's part of a tail's cost.
cat >"$home/reader.py" <<'EOF'
import os, socket, sys

connection = socket.socket(socket.AF_UNIX)
connection.connect(sys.argv[1])
requests = [
    '{"jsonrpc":"2.0","id":1,"method":"session.hello","params":{"client":{"name":"reader","pid":%d}}}' % os.getpid(),
    '{"jsonrpc":"2.0","id":2,"method":"sub.open","params":{"sub":"t","paths":["**"],"initial":"none","old":true,'
    '"cause":true,"deliver":{"mode":"every"}}}',
]
connection.sendall("".join(request + "\n" for request in requests).encode())
while connection.recv(1 << 20):
    pass
EOF
# Hundredths of a second that a process has had of the processors.
used() { if [ -n "$1" ]; then sed 's/.*) //' "/proc/$1/stat" | awk '{ print $12 + $13 }'; else echo 0; fi; }

begin() {
  case $1 in
    nobody) watcher= ;;
    reader) python3 "$home/reader.py" "$COMBINED_SOCKET" & watcher=$! ;;
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
  for who in nobody sampled reader tail top scraper; do
    begin "$who"
    before=$(used "$daemon")
    watching=$(used "$watcher")
    rate=$("$home/loadgen" jsonrpc "$COMBINED_SOCKET" 1 "$messages" 32 throughput | sed 's/.*changes\/s=\([0-9]*\).*/\1/')
    # Who is behind has work left.
    sleep 1
    echo "$who $rate $(($(used "$daemon") - before)) $(($(used "$watcher") - watching))" >>"$home/figures"
    finish
  done
done
sort -k1,1 -k2,2n "$home/figures" | awk -v rounds="$rounds" -v messages="$messages" '
  { figures[$1, ++count[$1]] = $2; daemon[$1] += $3; watcher[$1] += $4 }
  END {
    base = figures["nobody", int((rounds + 1) / 2)]
    kinds = split("nobody sampled reader tail top scraper", order, " ")
    each = 10000 / (rounds * messages)
    printf "%-10s %12s %8s %18s %18s\n", "watching", "changes/s", "of alone", "daemon, us/change", "watcher, us/change"
    for (i = 1; i <= kinds; i++) {
      who = order[i]
      median = figures[who, int((rounds + 1) / 2)]
      printf "%-10s %12d %7.0f%% %18.2f %18.2f\n", who, median, 100 * median / base, daemon[who] * each, watcher[who] * each
    }
  }'
