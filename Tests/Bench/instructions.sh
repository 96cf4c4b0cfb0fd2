#!/bin/sh
# What one element costs in instructions, which other work on the machine does not change:
#   sh Tests/Bench/instructions.sh DIR ROW…
# DIR has a release build's CombineBench, ROW is part of a row's name. valgrind counts two runs of different length; each
# times its work five times.
bench=$1/CombineBench
shift
counted=$(mktemp)
trap 'rm -f "$counted"' EXIT

count() {
  valgrind --tool=callgrind --callgrind-out-file="$counted" "$bench" "$1" "$2" 2>&1 | sed -n 's/.*Collected : *//p'
}

for row; do
  short=$(count "$row" 1000)
  long=$(count "$row" 3000)
  echo "$row: $(((long - short) / (5 * 2000)))"
done
