#!/bin/sh
# Whether another package can use the product Combine: by version, which SwiftPM refuses to packages with unsafe flags in
# what is used, and without the libraries that only the daemon needs. Builds a small program and compares what it prints.
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

cat >"$folder/user/Package.swift" <<'SWIFT'
// swift-tools-version: 6.1
import PackageDescription

let package = Package(
  name: "user",
  dependencies: [.package(url: "file://FOLDER/combined", from: "1.0.0")],
  targets: [
    .executableTarget(name: "user", dependencies: [.product(name: "Combine", package: "combined")])
  ]
)
SWIFT
sed -i "s|FOLDER|$folder|" "$folder/user/Package.swift"
cat >"$folder/user/Sources/user/main.swift" <<'SWIFT'
import Combine
import Foundation

final class Form: ObservableObject {
  @Published var name = ""
  @Published var age = 0
}

let form = Form()
var cancellables: Set<AnyCancellable> = []
form.$name.combineLatest(form.$age)
  .map { name, age in "\(name) is \(age)" }
  .removeDuplicates()
  .sink { print($0) }
  .store(in: &cancellables)
form.name = "Ada"
form.age = 36
SWIFT

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
