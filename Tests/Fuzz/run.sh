#!/bin/sh
# run.sh FUZZ SECONDS SEED [SUBJECT…]: gives each subject so many seconds, all of them and the texts of `interpret --fuzz` if none is
# named. The canary first: a fuzzer that does not find it sees nothing. A seed of 0 is another one each time.
set -eu

fuzz=$1
seconds=$2
seed=$3
shift 3

if "$fuzz" canary -seed=1 -runs=2000000 -max_total_time=120 >.build/fuzz-canary.log 2>&1 || ! grep -q 'the canary sings' .build/fuzz-canary.log; then
  echo "error: the canary was not found, so that nothing else would be: .build/fuzz-canary.log" >&2
  exit 1
fi
rm -rf .build/fuzz-corpus/canary*
echo "canary: found after $(grep -o '^#[0-9]*' .build/fuzz-canary.log | tail -1 | tr -d '#') inputs"

status=0
texts=no
if [ $# = 0 ]; then
  texts=yes
  set -- frames json requests source patches records journals property-lists
fi
for subject in "$@"; do
  log=.build/fuzz-$subject.log
  if "$fuzz" "$subject" -seed="$seed" -max_total_time="$seconds" -print_final_stats=1 >"$log" 2>&1; then
    echo "$subject: $(sed -n 's/^stat::number_of_executed_units: *//p' "$log") inputs, $(grep -o 'cov: [0-9]*' "$log" | tail -1)"
  else
    status=1
    echo "$subject: FOUND: $(grep -a -m1 -e 'Fatal error' -e 'ERROR: libFuzzer' "$log")"
    grep -a 'Test unit written' "$log" || true
  fi
done
[ $texts = no ] || .build/debug/interpret --fuzz "$seconds" || status=1
exit $status
