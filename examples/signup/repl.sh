#!/bin/sh
# Opens the REPL on the sign-up form, in the user's own daemon.
#   repl.sh [FOLDER OF combined AND combinectl]
set -eu
bin=${1:-.build/release}
here=$(dirname "$0")
"$bin/combinectl" run "$here/signup.swift"
"$bin/combinectl" eval 'let signup = SignUpFormViewModel()'
exec "$bin/combinectl"
