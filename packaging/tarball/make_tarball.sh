#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Makes leadsheet-VERSION-linux-x86_64.tar.gz, which runs from any folder: the programs, the libraries they need beyond
# what keep.txt says every system has, and the plugins of Qt. usage: make_tarball.sh BIN_DIR OUT_DIR
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
root=$(cd "$here/../.." && pwd)
usage="usage: make_tarball.sh BIN_DIR OUT_DIR"
bin=$(cd "${1:?$usage}" && pwd)
mkdir -p "${2:?$usage}"
out=$(cd "$2" && pwd)
fail() { printf 'make_tarball: %s\n' "$*" >&2; exit 1; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

[[ $("$bin/leadsheet" --version) =~ ([0-9]+\.[0-9]+\.[0-9]+) ]] || fail "leadsheet --version names no version"
version=${BASH_REMATCH[1]}
name=leadsheet-$version-linux-$(uname -m)
tree=$work/$name
mkdir -p "$tree"/{bin,lib,plugins,share}

for program in leadsheet leadsheet-desktop leadsheet-server; do
    install -m 755 "$bin/$program" "$tree/bin"
    strip "$tree/bin/$program"
done
printf '[Paths]\nPrefix = ..\nPlugins = plugins\n' >"$tree/bin/qt.conf"
# Which plugins: a window under X11 and Wayland, without a screen, drawings, TLS for the server.
qt_plugins=$(qmake6 -query QT_INSTALL_PLUGINS 2>/dev/null || qtpaths6 --query QT_INSTALL_PLUGINS)
while read -r plugin; do
    for file in "$qt_plugins"/$plugin; do
        [[ -e $file ]] || continue
        install -D -m 644 "$file" "$tree/plugins/${file#"$qt_plugins"/}"
    done
done < <(grep -v '^#' "$here/plugins.txt")

# Every library that something needs, but for those of the system.
keep=$(grep -v '^#' "$here/keep.txt" | sed 's/[.+]/\\&/g' | paste -sd'|')
find "$tree/bin" "$tree/plugins" -type f ! -name qt.conf -print0 | xargs -0 -n1 ldd | awk '$2 == "=>" { print $1, $3 }' | sort -u >"$work/needed"
if grep -q ' not$' "$work/needed"; then grep ' not$' "$work/needed" >&2; fail "libraries are missing on this machine"; fi
while read -r library file; do
    [[ $library =~ ^($keep)$ ]] || install -m 644 "$file" "$tree/lib/$library"
done <"$work/needed"
# Run paths are relative to each file, so the folder may be anywhere.
for file in "$tree"/bin/leadsheet*; do patchelf --set-rpath '$ORIGIN/../lib' "$file"; done
for file in "$tree"/lib/*; do patchelf --set-rpath '$ORIGIN' "$file"; done
for file in "$tree"/plugins/*/*.so; do patchelf --set-rpath '$ORIGIN/../../lib' "$file"; done
# What only libraries of the system need is the system's.
find "$tree/bin" "$tree/plugins" -type f ! -name qt.conf -print0 | xargs -0 -n1 ldd | awk -v tree="$tree/" 'index($0, "=> " tree) { print $1 }' |
    sort -u >"$work/loaded"
(cd "$tree/lib" && ls | { grep -vxFf "$work/loaded" || true; } | xargs -r rm --)

mkdir "$tree/share/man1"
"$bin/leadsheet" manual >"$tree/share/man1/leadsheet.1"
for shell in bash zsh fish; do "$bin/leadsheet" completion "$shell" >"$tree/share/completion.$shell"; done
cp "$root"/packaging/desktop/*.desktop "$root"/resources/logo/org.leadsheet.Leadsheet.svg "$tree/share"
"$root/packaging/libreoffice/build.py" "$tree/share/leadsheet.oxt"
cp "$here/README.txt" "$root/LICENSE" "$tree"
# Whose each bundled library is: the packages that they were taken from, with their versions and licences.
mkdir "$tree/share/licences"
{
    cat "$work/needed"
    (cd "$tree/plugins" && for plugin in */*.so; do printf '%s %s\n' "$plugin" "$qt_plugins/$plugin"; done)
} | while read -r library file; do
    [[ -e $tree/lib/$library || -e $tree/plugins/$library ]] || continue
    real=$(readlink -f "$file")
    # Debian's list names some under /lib, although they lie in /usr/lib.
    package=$({ dpkg-query -S "$real" || dpkg-query -S "${real#/usr}"; } 2>/dev/null | head -n1 | cut -d: -f1 || true)
    [[ -n $package ]] || fail "no Debian package has $file"
    dpkg-query -W -f="\${Package} \${Version} $library\n" "$package"
    cp -Ln "/usr/share/doc/$package/copyright" "$tree/share/licences/$package" 2>/dev/null || true
done | sort -u >"$work/owners"
cut -d' ' -f1,2 "$work/owners" | sort -u >"$tree/share/bundled-packages.txt"
"$root/packaging/sbom.py" "$name" "$version" "$work/owners" "$bin/.." "$out"
cp "$root/packaging/vex.json" "$out/$name.vex.json"
cp "$out/$name".{spdx,cdx,vex}.json "$tree/share"
tar --sort=name --owner=0 --group=0 --numeric-owner --mtime="@${SOURCE_DATE_EPOCH:-0}" -C "$work" -cf - "$name" | gzip -9n >"$out/$name.tar.gz"
printf '%s\n' "$out/$name.tar.gz"
