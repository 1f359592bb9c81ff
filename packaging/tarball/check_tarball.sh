#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Unpacks the tarball under a path with spaces, runs its programs and works its window there; with --chroot (as root) also in
# a Debian that has nothing but what README.txt of the tarball asks for. usage: check_tarball.sh TARBALL [--chroot]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
tarball=$(realpath "${1:?usage: check_tarball.sh TARBALL [--chroot]}")
work=$(mktemp -d)
cleanup() {
    if mountpoint -q "$work/debian/proc"; then umount "$work/debian/proc"; fi
    rm -rf "$work"
}
trap cleanup EXIT
fail() { printf 'check_tarball: %s\n' "$*" >&2; exit 1; }
say() { printf -- '-- %s\n' "$*"; }
name=$(basename "$tarball" .tar.gz)
system=()

# run FOLDER COMMAND...: in an environment that knows nothing of the machine the programs were built on.
run() {
    local home=$1
    shift
    "${system[@]}" env -i PATH=/usr/bin:/bin HOME="$home" LC_ALL=C.UTF-8 QT_QPA_PLATFORM=offscreen "$@"
}

# try FOLDER: runs the programs that lie there.
try() {
    local folder=$1 code=0 log=$work/log
    [[ $(run /tmp "$folder/bin/leadsheet" --version) == *"$(cut -d- -f2 <<<"$name")"* ]] || fail "leadsheet --version does not say $name"
    run /tmp "$folder/bin/leadsheet-server" --help >"$log" 2>&1 || { cat "$log"; fail "leadsheet-server does not start"; }
    run "$folder/home" "$folder/bin/leadsheet" submit "$folder/sheet of Q3.csv" --sandbox --max-total 5000 --no-results >"$log" 2>&1 || code=$?
    # The sample has rows that need a fix.
    [[ $code == 0 || $code == 4 ]] || { cat "$log"; fail "the sample sheet cannot be ordered"; }
    grep -qi placed "$log" || { cat "$log"; fail "nothing was placed"; }
    code=0
    run "$folder/home" timeout 5 "$folder/bin/leadsheet-desktop" >"$log" 2>&1 || code=$?
    [[ $code == 124 ]] || { cat "$log"; fail "the window ended by itself with $code"; }
    if grep -Ei 'cannot|could not|no such|error' "$log"; then fail "the window complains"; fi
}

say "unpacked under a path with spaces"
folder="$work/any folder (of mine)/deep"
mkdir -p "$folder"
tar -xzf "$tarball" -C "$folder"
folder=$folder/$name
mkdir "$folder/home"
cp "$root/resources/samples/icp_q3.csv" "$folder/sheet of Q3.csv"
while IFS= read -r -d '' file; do
    objdump -p "$file" | awk '$1 == "NEEDED" { print $2 }'
done < <(find "$folder" \( -name '*.so*' -o -path '*/bin/leadsheet*' \) -type f -print0) | sort -u |
    grep -vxFf <(grep -v '^#' "$root/packaging/tarball/keep.txt"; ls "$folder/lib") >"$work/foreign" || true
[[ ! -s $work/foreign ]] || { cat "$work/foreign"; fail "libraries are needed that the folder does not have"; }
try "$folder"
say "its window, worked as a screen reader does"
"$root/tests/desktop/drive.sh" "$folder/bin" wayland all
say "the lists of parts name each library that the folder has and the loader finds, and no other"
for file in "$folder"/bin/leadsheet* "$folder"/plugins/*/*.so; do
    ldd "$file" | awk -v folder="$folder/" 'index($0, "=> " folder) { print $1 }'
done | sort -u >"$work/loaded"
(cd "$folder/plugins" && ls -d */*.so) >"$work/plugins"
python3 - "$folder/share/$name" <(sort -u "$work/loaded" "$work/plugins") "$folder/lib" <<'PY' || fail "the lists of parts are not what the folder has"
import json, os, sys
name, loaded, folder = sys.argv[1:]
loaded = set(open(loaded).read().split())
spdx = {one for part in json.load(open(name + ".spdx.json"))["packages"] for one in part.get("comment", "").removeprefix("in the tarball: ").split()
        if part["SPDXID"].startswith("SPDXRef-Library")}
cdx = {one["value"] for part in json.load(open(name + ".cdx.json"))["components"] for one in part["properties"] if one["name"] == "leadsheet:library"}
for title, found in (("SPDX", spdx), ("CycloneDX", cdx)):
    for one in sorted(loaded ^ found):
        print(f"{one}: only {'loaded' if one in loaded else 'in ' + title}")
sys.exit(loaded != spdx or loaded != cdx or set(os.listdir(folder)) - loaded != set())
PY
say "what is said of known vulnerabilities holds for these programs"
"$root/packaging/check_vex.py" "$folder/share/$name.vex.json" --parts "$folder/share/$name.spdx.json" "$folder"/bin/leadsheet*
say "moved while nobody looked"
mv "$folder" "$work/elsewhere"
rm -rf "$work/elsewhere/home"
mkdir "$work/elsewhere/home"
try "$work/elsewhere"
[[ ${2:-} == --chroot ]] || exit 0

say "a Debian with nothing else"
debootstrap --variant=minbase --include="$(sed -n 's/^ *for every program *//p; s/^ *for the window *//p; s/^ *the window on Wayland *//p' "$work/elsewhere/README.txt" | tr ' \n' ',' | sed 's/,$//')" \
    bookworm "$work/debian" "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" 2>&1 ||
    { tail -20 "$work/debootstrap.log"; fail "debootstrap failed"; }
mount -t proc proc "$work/debian/proc"
mkdir "$work/debian/a place"
cp -a "$work/elsewhere" "$work/debian/a place/leadsheet"
rm -rf "$work/debian/a place/leadsheet/home"
mkdir "$work/debian/a place/leadsheet/home"
system=(chroot "$work/debian")
try "/a place/leadsheet"
say "its window there"
"$root/tests/desktop/drive.sh" --chroot "$work/debian" "/a place/leadsheet/bin" wayland x11
say "$name runs from any folder"
