#!/usr/bin/env bash
# The compiler as oracle: what swiftc makes of a program is what the interpreter must make of it.
#
#   oracle.sh record PROGRAM…   write what swiftc says: the output into PROGRAM.out, or, for a program in Rejected/ or
#                               Warned/, the messages behind the lines they belong to
#   oracle.sh check PROGRAM…    compare what swiftc says with what is recorded; exit 1 when something differs
#
# A program that imports Combine needs this project's module: COMBINE_BUILD names a SwiftPM build folder that has it
# (`.build/debug` when not set). ORACLE_JOBS programs at a time (2 when not set).
set -u
export LC_ALL=C.UTF-8 TZ=UTC

mode=${1-}
case $mode in
  record | check) shift ;;
  *) sed -n '2,9s/^# \{0,1\}//p' "$0" >&2; exit 2 ;;
esac
command -v swiftc >/dev/null || { echo "oracle.sh: no swiftc on PATH" >&2; exit 2; }

here=$(cd "$(dirname "$0")" && pwd)
build=${COMBINE_BUILD:-$here/../../../.build/debug}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# SwiftPM leaves objects; one shared library of them links fastest.
library=$scratch
combine_flags=()
if [ -e "$build/Modules/Combine.swiftmodule" ]; then
  swiftc -emit-library -o "$library/libCombine.so" "$build"/Combine.build/*.o -use-ld=lld || exit 2
  combine_flags=(-I "$build/Modules" -L "$library" -lCombine -Xlinker -rpath -Xlinker "$library")
elif grep -lq '^import Combine' "$@"; then
  echo "oracle.sh: $build has no module Combine; build it, or set COMBINE_BUILD" >&2; exit 2
fi
# Language mode 5 is what the sample code of books and posts is written in; regular-expression literals are wanted in it too.
# The module is called main, so that descriptions say `main.Status`.
swift_flags=(-swift-version 5 -module-name main -enable-upcoming-feature BareSlashRegexLiterals -diagnostic-style=llvm -use-ld=lld -lm)

# What swiftc says: `line: message` for each error or warning, in the order of the lines. To which group a warning belongs
# is left out.
said_of() {
  local filter='s/ \[#[A-Za-z-]+\]$//'
  [ "$3" = warning ] || filter=
  cp "$1" "$2.swift"  # swiftc goes by the ending
  swiftc "${swift_flags[@]}" "${combine_flags[@]}" -emit-sil -o /dev/null "$2.swift" 2>&1 |
    sed -nE "s/^[^:]+:([0-9]+):[0-9]+: $3: (.*[^ ]) *$/\1: \2/p" | sed -E "$filter" | sort -t: -k1,1n -s
}

# What the program itself claims.
claims_of() {
  awk -F "  // $2: " '{ for (i = 2; i <= NF; i++) print NR ": " $i }' "$1"
}

told() {
  local program=$1 kind=$3
  said_of "$program" "$scratch/$2" "$kind" >"$scratch/$2.said"
  if [ "$mode" = record ]; then
    awk -v said="$scratch/$2.said" -v kind="$kind" '
      BEGIN { while ((getline line < said) > 0) { n = line; sub(/:.*/, "", n); sub(/^[0-9]+: /, "", line); text[n + 0] = text[n + 0] "  // " kind ": " line } }
      { sub(" *// " kind ": .*$", ""); print $0 text[NR] }
    ' "$program" >"$scratch/$2.new" && cat "$scratch/$2.new" >"$program"
  fi
  claims_of "$program" "$kind" >"$scratch/$2.claimed"
  [ -s "$scratch/$2.said" ] || { echo "ACCEPTED $program: swiftc has nothing against it"; return 1; }
  diff "$scratch/$2.claimed" "$scratch/$2.said" >"$scratch/$2.diff" && return 0
  echo "DIFFERS $program (< written, > swiftc)"; cat "$scratch/$2.diff"; return 1
}

accepted() {
  local program=$1 out=${1%.swift}.out entry=()
  if grep -q '^@main' "$program"; then entry=(-parse-as-library); fi  # what stands at top level is declared, not run
  if ! swiftc "${swift_flags[@]}" "${entry[@]}" "${combine_flags[@]}" -Onone -o "$scratch/$2" "$program" 2>"$scratch/$2.log"; then
    echo "REJECTED $program"; grep -m3 -A2 'error:' "$scratch/$2.log"; return 1
  fi
  if ! timeout 20 "$scratch/$2" >"$scratch/$2.out" 2>"$scratch/$2.err"; then
    echo "FAILED $program"; cat "$scratch/$2.err"; return 1
  fi
  rm -f "$scratch/$2"
  if [ "$mode" = record ]; then cp "$scratch/$2.out" "$out"; return 0; fi
  diff "$out" "$scratch/$2.out" >"$scratch/$2.diff" && return 0
  echo "DIFFERS $program (< recorded, > swiftc)"; cat "$scratch/$2.diff"; return 1
}

judge() {
  case $1 in
    *Rejected/*) told "$1" "$2" error ;;
    *Warned/*) told "$1" "$2" warning ;;
    *) accepted "$1" "$2" ;;
  esac
}

number=0
for program in "$@"; do
  number=$((number + 1))
  while [ "$(jobs -rp | wc -l)" -ge "${ORACLE_JOBS:-2}" ]; do wait -n; done
  { judge "$program" "$number" >"$scratch/$number.report" || : >"$scratch/$number.failed"; cat "$scratch/$number.report"; } &
done
wait
failed=$(find "$scratch" -name '*.failed' | wc -l)
echo "$mode: $((number - failed)) of $number programs agree with $(swiftc --version 2>/dev/null | sed -nE '1s/.*(Swift version [0-9.]+).*/\1/p')"
[ "$failed" = 0 ]
