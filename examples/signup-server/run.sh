#!/bin/sh
# The form against a real server, in real time: a server that knows which names are free, a daemon of its own, and a person
# who types names. Takes about six seconds.
#   run.sh [FOLDER OF combined AND combinectl]
set -eu
bin=${1:-.build/release}
here=$(cd "$(dirname "$0")" && pwd)
home=$(mktemp -d "${TMPDIR:-/tmp}/combined-signup.XXXXXX")
export COMBINED_SOCKET="$home/run/sock" XDG_STATE_HOME="$home/state"
leave() {
  "$bin/combinectl" --no-spawn --quiet stop >/dev/null 2>&1 || true
  [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
  rm -rf "$home"
}
trap leave EXIT
trap 'exit 130' INT TERM

mkfifo "$home/server"
python3 "$here/server.py" --port 0 --rules strict --retry-after 1 >"$home/server" 2>&1 &
server=$!
exec 3<"$home/server"
read -r port <&3
# What the server says of each request goes on beside what the form does.
sed -u 's/^/        server │ /' <&3 &

"$bin/combinectl" <<SWIFT
:source $here/signup.swift
SignUpForm.address = "http://127.0.0.1:$port"
let form = SignUpForm()
:watch form.isValid form.message
form.username = "adalovelace"
:wait form.isValid value
form.username = "page"
:wait form.isValid !value
form.username = "maintenance"
:wait form.isValid value
:requests
SWIFT
