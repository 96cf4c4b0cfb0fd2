#!/bin/sh
# Whether another package can use the product Combine: by version, which SwiftPM refuses to packages with unsafe flags in
# what is used, and without the libraries that only the daemon needs. Builds the program of examples/package, and compares what
# it prints.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
swift=${SWIFT:-swift}
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# The tracked files as they are, as version 1.0.0 of a repository of its own.
mkdir -p "$folder/combined" "$folder/user/Sources/user"
git -C "$root" ls-files -z >"$folder/files"
tar -C "$root" --null -T "$folder/files" -cf - | tar -C "$folder/combined" -xf -
(
  cd "$folder/combined"
  git init -q
  git add -A
  git -c user.name=trial -c user.email=trial@localhost commit -qm trial
  git tag 1.0.0
)

# Two listings of its page: the package, with a version in place of the path, and the program that follows it.
listing() {
  awk -v wanted="$1" '
    /^```swift$/ { inside = 1; begins = 1; next }
    /^```$/ { inside = 0 }
    inside && begins { begins = 0; if (number || /swift-tools-version/) number++ }
    inside && number == wanted' "$root/examples/package/README.md"
}
listing 1 | sed "s|path: \"../combined\"|url: \"file://$folder/combined\", from: \"1.0.0\"|" >"$folder/user/Package.swift"
grep -q 'from: "1.0.0"' "$folder/user/Package.swift"
listing 2 >"$folder/user/Sources/user/main.swift"

cd "$folder/user"
"$swift" build
got=$("$swift" run --skip-build user)
want=' is 0
Ada is 0
Ada is 36'
[ "$got" = "$want" ] || {
  printf 'expected:\n%s\nbut got:\n%s\n' "$want" "$got" >&2
  exit 1
}
echo "the product Combine builds and works as a dependency"
