#!/bin/sh
# deb.sh RELEASE OUTPUT: makes a Debian package of the programs in a release folder, as OUTPUT/combined_VERSION_ARCHITECTURE.deb,
# and prints its path. MAINTAINER is who it says made it.
set -eu
umask 022

release=$1
output=$2
here=$(dirname "$0")
tree=$(mktemp -d)
trap 'rm -rf "$tree"' EXIT
chmod 755 "$tree"

for tool in dpkg-deb dpkg-shlibdeps strip patchelf; do
  command -v "$tool" >/dev/null || {
    echo "error: $tool is missing: apt-get install dpkg-dev binutils patchelf" >&2
    exit 1
  }
done

DESTDIR=$tree PREFIX=/usr UNITS=lib/systemd/user ZSH=share/zsh/vendor-completions STRIP="strip --strip-unneeded" \
  sh "$here/install.sh" "$release"

documents=$tree/usr/share/doc/combined
install -d "$documents" "$tree/DEBIAN"
install -m 644 "$here/copyright" "$documents/copyright"

version=$("$release/combined" --version | cut -d' ' -f2)
# git's FORMAT, of the last commit, or what it is without git.
commit() { git -C "$here" log -1 --format="$1" 2>/dev/null || echo "$2"; }
maintainer=${MAINTAINER:-$(commit '%an <%ae>' 'The authors of combined <combined@users.example.org>')}
moment=${SOURCE_DATE_EPOCH:-$(commit %ct "$(date +%s)")}
{
  echo "combined ($version) unstable; urgency=medium"
  echo
  echo "  * What has changed in the protocol is in its CHANGES.md."
  echo
  echo " -- $maintainer  $(date -R -d "@$moment")"
} | gzip -9nc > "$documents/changelog.gz"

# What the programs and the libraries beside them need of the system. The tool wants to be where a source package is.
mkdir "$tree/DEBIAN/source" "$tree/DEBIAN/source/debian"
printf 'Source: combined\n\nPackage: combined\nArchitecture: any\n' > "$tree/DEBIAN/source/debian/control"
depends=$(cd "$tree/DEBIAN/source" && dpkg-shlibdeps -O -l"$tree/usr/lib/combined" --ignore-missing-info \
  "$tree"/usr/bin/* "$tree"/usr/lib/combined/*.so 2>/dev/null | sed -n 's/^shlibs:Depends=//p')
rm -r "$tree/DEBIAN/source"
[ -n "$depends" ] || { echo "error: dpkg-shlibdeps found no packages that the programs need" >&2; exit 1; }

architecture=$(dpkg --print-architecture)
sed -e "s|@VERSION@|$version|; s|@ARCHITECTURE@|$architecture|; s|@MAINTAINER@|$maintainer|; s|@DEPENDS@|$depends|" \
  -e "s|@SIZE@|$(du -sk --exclude=DEBIAN "$tree" | cut -f1)|" "$here/control" > "$tree/DEBIAN/control"
(cd "$tree" && find usr -type f -print0 | LC_ALL=C sort -z | xargs -0 md5sum > DEBIAN/md5sums)

mkdir -p "$output"
package=$output/combined_${version}_$architecture.deb
dpkg-deb --root-owner-group --build "$tree" "$package" >&2
echo "$package"
