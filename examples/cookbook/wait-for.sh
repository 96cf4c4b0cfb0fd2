#!/bin/sh
# Waits until a job is done, and gives up after a while: wait-for.sh [TIME]
if combinectl wait job.progress 'value >= 100' --for "${1:-10m}" >/dev/null; then
  echo "the job is done"
else
  # 8 is what too late exits with; combinectl help wait lists the others.
  status=$?
  echo "not done: status $status" >&2
  exit "$status"
fi
