#!/bin/sh
# check.sh RELEASE: whether what is in a release folder can be installed and used where no toolchain is. Makes the package, looks at
# it with lintian, and installs, uses and removes it in a Debian of its own that has nothing else; then the same with what `make
# install` copies. Wants root and debootstrap. SUITE and MIRROR say which Debian; MIRROR may be left out.
set -eu

[ "$(id -u)" = 0 ] || {
  echo "error: a clean root is made and entered by root only" >&2
  exit 1
}
# Its own mounts and processes: whatever is left of them ends with it.
[ -n "${IS_APART:-}" ] || exec env IS_APART=1 unshare --mount --pid --fork --kill-child sh "$0" "$@"

release=$(cd "$1" && pwd)
here=$(cd "$(dirname "$0")" && pwd)
suite=${SUITE:-$(. /etc/os-release && echo "$VERSION_CODENAME")}
work=$(mktemp -d)
root=$work/root
trap 'umount --lazy "$root/proc" 2>/dev/null; rm -rf --one-file-system "$work"' EXIT

say() { echo "· $*"; }
fail() { echo "error: $*" >&2; exit 1; }
for tool in debootstrap lintian; do command -v $tool >/dev/null || fail "$tool is missing: apt-get install $tool"; done

say "the package"
package=$(sh "$here/deb.sh" "$release" "$work")
lintian --allow-root --fail-on error "$package" || fail "lintian finds errors"

say "a clean Debian $suite"
debootstrap --variant=minbase "$suite" "$root" ${MIRROR:-} > "$work/debootstrap.log" 2>&1 || fail "$(tail -3 "$work/debootstrap.log")"
find "$root" -name 'libswift*' | grep -q . && fail "the clean root is not clean"
mount -t proc proc "$root/proc"
within() { chroot "$root" /usr/bin/env -i PATH=/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin LC_ALL=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive "$@"; }
# Nobody that has more than a home.
within useradd --create-home visitor
as_visitor() { within su --login visitor -c "export XDG_RUNTIME_DIR=/home/visitor/run; mkdir -p -m 700 \$XDG_RUNTIME_DIR; $1"; }

# use WHAT: the programs, found on PATH, do what they are for.
use() {
  say "used, $1"
  as_visitor 'cat > form.swift <<END
class Form: ObservableObject {
  @Published var name = ""
  @Published var isValid = false
  init() { \$name.map { \$0.count >= 3 }.assign(to: &\$isValid) }
}
let form = Form()
END
combinectl --quiet run form.swift && combinectl set form.name "\"ada\"" && combinectl stop' > /dev/null
  found=$(as_visitor 'combinectl --quiet get form.isValid')
  [ "$found" = true ] || fail "form.isValid is '$found' after a restart, not true"
  found=$(as_visitor 'combinectl --quiet eval "print(\"größer\".uppercased() + String(format: \" %.2f\", 2.5))"')
  [ "$found" = 'GRÖSSER 2.50' ] || fail "Foundation and its tables say '$found'"
  as_visitor 'combinectl backup copy.sqlite && combinectl stop && rm -rf .local/state && combinectl restore copy.sqlite' > /dev/null
  found=$(as_visitor 'combinectl --quiet get form.name; combinectl stop >/dev/null')
  [ "$found" = '"ada"' ] || fail "form.name is '$found' after a restore"
  as_visitor 'rm -rf .local/state copy.sqlite form.swift run'
}

# started UNITS: systemd's units, as its own tools see them; the socket is made by the manager, the first client starts the daemon.
started() {
  say "started by its units"
  within XDG_RUNTIME_DIR=/tmp systemd-analyze verify --user --man=no "$1/combined.service" "$1/combined.socket"
  listen=$(sed -n 's/^ListenStream=%t//p' "$root$1/combined.socket")
  start=$(sed -n 's/^ExecStart=//p' "$root$1/combined.service")
  found=$(as_visitor "mkdir -p -m 700 \$XDG_RUNTIME_DIR/combined
systemd-socket-activate -l \$XDG_RUNTIME_DIR$listen $start >units.log 2>&1 &
until [ -S \$XDG_RUNTIME_DIR$listen ]; do kill -0 \$! || exit 1; done
combinectl --no-spawn eval \"print(6*7)\" && combinectl stop >/dev/null; wait; rm -rf .local/state units.log run")
  [ "$found" = 42 ] || fail "what the units start answers '$found'"
}

cp "$package" "$root/tmp/combined.deb"
say "installed by apt"
within apt-get install -qq -y --no-install-recommends /tmp/combined.deb systemd > "$work/apt.log" 2>&1 || fail "$(tail -5 "$work/apt.log")"
use "installed by apt"
started /usr/lib/systemd/user
within apt-get purge -qq -y combined > "$work/apt.log" 2>&1 || fail "$(tail -5 "$work/apt.log")"
rest=$(find "$root/usr" "$root/etc" -name '*combine[dc]*' -print)
[ -z "$rest" ] || fail "left behind by the package: $rest"

# What the programs need of the system stays; apt has installed it.
DESTDIR=$root PREFIX=/usr/local sh "$here/install.sh" "$release"
use "installed by make"
started /usr/local/share/systemd/user
DESTDIR=$root PREFIX=/usr/local sh "$here/uninstall.sh"
rest=$(find "$root/usr/local" -name '*combine[dc]*' -print)
[ -z "$rest" ] || fail "left behind by make uninstall: $rest"
say "all of it works where no toolchain is"
