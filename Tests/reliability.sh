#!/bin/sh
# reliability.sh RELEASE: what `make reliability` does once all is built: faults of the disk, 200 seeds of the simulation and leaks,
# and a minute of each fuzzer beside them. Each part says how it ended and after how many seconds; what it printed is in
# .build/reliability.
set -u

release=$1
folder=.build/reliability
mkdir -p "$folder"
start=$(date +%s)
rm -f "$folder/failed"

# part NAME COMMAND…
part() {
  name=$1
  shift
  began=$(date +%s)
  if "$@" >"$folder/$name.log" 2>&1; then end=held; else end="FAILED, see $folder/$name.log"; fi
  echo "$name: $end ($(($(date +%s) - began)) s)"
  [ "$end" = held ]
}

(part fuzzers sh Tests/Fuzz/run.sh .build/fuzz/debug/fuzz 60 0 || touch "$folder/failed") &
fuzzers=$!
part faults env STEP=6 THOROUGH=1 "${SWIFT:-swift}" test --skip-build --filter 'DiskFaultTests|FaultTests|CrashTests' || touch "$folder/failed"
part simulation env COUNT=200 SEED="${SEED:-1}" SWIFT_DETERMINISTIC_HASHING=1 \
  "${SWIFT:-swift}" test --skip-build --filter SimulationTests || touch "$folder/failed"
part leaks python3 -B Tests/Leaks/leaks.py "$release" 100 || touch "$folder/failed"
wait $fuzzers
grep -h -e ' inputs' -e FOUND "$folder/fuzzers.log"
echo "all together: $(($(date +%s) - start)) s"
[ ! -e "$folder/failed" ]
