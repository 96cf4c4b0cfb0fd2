#!/bin/sh
# The main job, on its own: a private daemon, a pasted view model, a second client that watches, a restart.
#   demo.sh [FOLDER OF combined AND combinectl]
set -eu
bin=${1:-.build/release}
here=$(dirname "$0")
home=$(mktemp -d "${TMPDIR:-/tmp}/combined-demo.XXXXXX")
export COMBINED_SOCKET="$home/run/sock" XDG_STATE_HOME="$home/state"
ctl="$bin/combinectl"

say() { printf '\n\033[1m%s\033[0m\n' "$*"; }
show() { printf '\033[2m$ %s\033[0m\n' "$*"; }
pause() { sleep "${DEMO_PAUSE:-0.06}"; }
leave() {
  "$ctl" --no-spawn --quiet stop >/dev/null 2>&1 || true
  [ -z "${watcher:-}" ] || kill "$watcher" 2>/dev/null || true
  rm -rf "$home"
}
trap leave EXIT
trap 'exit 130' INT TERM

# Sets a property the way fingers do: one assignment per letter, of the whole text so far.
letters() {
  path=$1 text=$2 count=0
  while [ "$count" -lt "${#text}" ]; do
    count=$((count + 1))
    "$ctl" --quiet set "$path" --string "$(printf "%.${count}s" "$text")" >/dev/null
    pause
  done
}

say "A daemon of its own, with its socket in a private folder"
show "combined --socket $COMBINED_SOCKET &"
"$ctl" status

say "Paste the view model of a sign-up form; it becomes a live store"
show "combinectl run examples/signup/signup.swift"
"$ctl" run "$here/signup.swift"
show "combinectl eval 'let signup = SignUpFormViewModel()'"
"$ctl" eval 'let signup = SignUpFormViewModel()'

say "A second client watches"
show "combinectl watch 'signup.**' &"
mkfifo "$home/watched"
sed -u 's/^/        watcher │ /' <"$home/watched" &
reader=$!
"$ctl" watch 'signup.**' >"$home/watched" 2>&1 &
watcher=$!
sleep 0.3

say "Somebody types a user name and a password, letter by letter"
show "combinectl set signup.username --string …"
letters signup.username ada
letters signup.password secret
letters signup.passwordConfirmation secret
pause; pause

say "Stop the daemon, start it again: what was there is there"
show "combinectl stop"
kill "$watcher" 2>/dev/null || true
wait "$watcher" "$reader" 2>/dev/null || true
watcher=
"$ctl" stop
show "combinectl get signup.username"
"$ctl" get signup.username
show "combinectl get signup.isValid"
valid=$("$ctl" --quiet get signup.isValid)
echo "$valid"
[ "$valid" = true ] || { echo "the form should be valid after the restart" >&2; exit 1; }

say "Try next"
cat <<'END'
  make repl                                    the same form in the REPL; set things, press Tab, type :help
  .build/release/combinectl help               everything the client can do
  python3 examples/clients/python/watch.py watch 'signup.**'      the same from Python, or from anything that speaks JSON
END
