#!/bin/sh
# uninstall.sh: takes away what install.sh has put below DESTDIR and PREFIX, and folders that are empty then. What the daemon
# keeps stays.
set -eu

root=${DESTDIR:-}${PREFIX:-/usr/local}
units=${UNITS:-share/systemd/user}
zsh=${ZSH:-share/zsh/site-functions}

rm -rf "$root/lib/combined"
for file in bin/combined bin/combinectl "$units/combined.service" "$units/combined.socket" \
  share/bash-completion/completions/combinectl "$zsh/_combinectl" share/fish/vendor_completions.d/combinectl.fish \
  share/man/man1/combinectl.1.gz share/man/man1/combined.1.gz; do
  rm -f "$root/$file"
  folder=$(dirname "$file")
  while [ "$folder" != . ]; do
    rmdir "$root/$folder" 2>/dev/null || break
    folder=$(dirname "$folder")
  done
done
rmdir "$root/lib" 2>/dev/null || true
