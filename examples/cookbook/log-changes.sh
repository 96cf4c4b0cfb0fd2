#!/bin/sh
# Appends every change of some paths to a file, one JSON object a line: log-changes.sh FILE PATTERN…
# It begins with what the daemon remembers. Ended and started again it goes on where it was: the cursor file says how far it has come.
set -eu
file=$1
shift
exec combinectl --quiet tail "$@" --since 0 --format cloudevents --cursor-file "$file.cursor" >>"$file"
