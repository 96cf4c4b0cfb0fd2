#!/bin/sh
# The interpreter beside swiftc: what is recorded of the programs and of the examples in help is asked again, then random programs are run by both.
# So are programs with mistakes: both have to refuse them, at the same lines.
#   differential.sh [COUNT [SEED]]
set -eu
here=$(cd "$(dirname "$0")" && pwd)
build=${COMBINE_BUILD:-$here/../../../.build/debug}
programs=$(find "$here/../Programs" "$here/../Rejected" \( -name '*.swift' -o -name '*.unparseable' \) -not -name descriptions.swift)
status=0
COMBINE_BUILD=$build "$here/oracle.sh" check $programs || status=1
if command -v python3 >/dev/null; then
  COMBINE_BUILD=$build python3 -B "$here/examples.py" check || status=1
fi

random=$(mktemp -d "${TMPDIR:-/tmp}/differential.XXXXXX")
trap 'rm -rf "$random"' EXIT
"$build/interpret" --generate "$random" "${1:-20}" "${2:-1}"
# What takes the compiler too long to check is left out.
COMBINE_BUILD=$build "$here/oracle.sh" record "$random"/*.swift "$random"/Rejected/*.swift | grep -v '^ACCEPTED' || :
set -- "$random"/Rejected/*.swift
for output in "$random"/*.out; do set -- "$@" "${output%.out}.swift"; done
"$build/interpret" --diff "$@" || status=1
exit $status
