#!/bin/sh
# install.sh RELEASE: copies both programs, the libraries of the toolchain that they need, and what belongs beside them, below
# DESTDIR and PREFIX. Afterwards they need no toolchain.
#
#   PREFIX    where everything is when it is used; /usr/local if it is not set
#   DESTDIR   what stands before that while it is installed
#   UNITS     the folder of systemd's user units, below PREFIX
#   ZSH       the folder of zsh's completions, below PREFIX
#   STRIP     a program that takes the symbols away, with its options
set -eu
umask 022

release=$1
here=$(dirname "$0")
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
units=${UNITS:-share/systemd/user}
zsh=${ZSH:-share/zsh/site-functions}
strip=${STRIP:-true}

fail() { echo "error: $*" >&2; exit 1; }

command -v patchelf >/dev/null || fail "patchelf is missing; it is a package of that name: apt-get install patchelf"
for program in combined combinectl; do
  [ -x "$release/$program" ] || fail "$release/$program is not there; 'make build' builds it"
done

# What the programs load from the folders of the toolchain. Everything else is the system's.
libraries=$(ldd "$release/combined" "$release/combinectl" | awk '$2 == "=>" && $3 ~ "/lib/swift/" { print $3 }' | sort -u)
[ -n "$libraries" ] || fail "the programs in $release do not find the toolchain's libraries; build them again with 'make build'"

install -d "$root/bin" "$root/lib/combined" "$root/$units"
for library in $libraries; do
  installed=$root/lib/combined/${library##*/}
  install -m 644 "$library" "$installed"
  $strip "$installed"
  patchelf --set-rpath '$ORIGIN' "$installed"
done
for program in combined combinectl; do
  # Beside a program that runs, so that what it has open stays as it is.
  new=$root/bin/.$program.new
  install -m 755 "$release/$program" "$new"
  $strip "$new"
  patchelf --set-rpath '$ORIGIN/../lib/combined' "$new"
  mv -f "$new" "$root/bin/$program"
done
# What programs are compiled against that put their own objects into the daemon: `combinectl run --compiled`.
modules=$root/lib/combined/swift
install -d "$modules"
objects=
for module in Combine Wire ClientConnection CombineClient Stores; do
  [ -f "$release/Modules/$module.swiftmodule" ] || fail "the module $module is not in $release; build it again with 'make build'"
  install -m 644 "$release/Modules/$module.swiftmodule" "$modules/$module.swiftmodule"
  objects="$objects $(echo "$release/$module.build"/*.o)"
done
rm -f "$modules/libStores.a"
ar rcs "$modules/libStores.a" $objects
for unit in combined.service combined.socket; do
  sed "s|@PREFIX@|$prefix|g" "$here/$unit" > "$root/$units/$unit"
  chmod 644 "$root/$units/$unit"
done

# put FILE COMMAND…: what the command writes becomes the file, if there is such a command.
put() {
  file=$root/$1
  shift
  install -d "${file%/*}"
  if "$@" > "$file" 2>/dev/null </dev/null && [ -s "$file" ]; then
    case $file in *.1) gzip -9nf "$file" ;; esac
  else
    rm -f "$file"
    rmdir -p --ignore-fail-on-non-empty "${file%/*}" 2>/dev/null || true
  fi
}

put share/bash-completion/completions/combinectl "$release/combinectl" completion bash
put "$zsh/_combinectl" "$release/combinectl" completion zsh
put share/fish/vendor_completions.d/combinectl.fish "$release/combinectl" completion fish
put share/man/man1/combinectl.1 "$release/combinectl" manual
put share/man/man1/combined.1 "$release/combined" --manual
