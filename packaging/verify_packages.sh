#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Builds the packages of this commit once more, in a folder of another name, as another user where that is possible, with
# another home, language, time zone, file mode and number of jobs, and compares them byte by byte with those in FOLDER:
# what came out of ./dev package, or a release that was downloaded. usage: verify_packages.sh FOLDER [COMMIT]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
usage="usage: verify_packages.sh FOLDER [COMMIT]"
folder=$(cd "${1:?$usage}" && pwd)
commit=${2:-HEAD}
fail() { printf 'verify_packages: %s\n' "$*" >&2; exit 1; }

[[ -n $(ls "$folder"/*.deb "$folder"/*.tar.gz 2>/dev/null) ]] || fail "$folder holds no packages"
if [[ $commit == HEAD && -n $(git -C "$root" status --porcelain --untracked-files=no) ]]; then
    echo "verify_packages: changes that are not committed are not in the second build" >&2
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
tree=$work/a-folder-with-another-and-longer-name
mkdir -p "$tree" "$work/home"
git -C "$root" archive "$commit" | tar -x -C "$tree"

as=()
if [[ $(id -u) -eq 0 ]]; then
    chown -R nobody "$work"
    as=(setpriv --reuid nobody --regid nogroup --clear-groups)
fi
(
    cd "$tree"
    umask 077
    "${as[@]}" env -i PATH="$PATH" HOME="$work/home" LANG=C LC_ALL=C TZ=Asia/Kathmandu USER=somebody JOBS=1 CCACHE_DISABLE=1 \
        ./dev package --unchecked >"$work/log" 2>&1
) || { tail -40 "$work/log"; fail "the second build failed"; }

again=$tree/build/package/packages
differ=0
for file in "$folder"/*.deb "$folder"/*.tar.gz "$folder"/*.json; do
    [[ -e $file ]] || continue
    name=${file##*/}
    if [[ ! -e $again/$name ]]; then
        echo "$name: was not made again"
    elif cmp -s "$file" "$again/$name"; then
        echo "$name: equal, $(stat -c %s "$file") bytes"
        continue
    else
        echo "$name: differs"
        if command -v diffoscope >/dev/null; then
            diffoscope --max-report-size 20000 "$file" "$again/$name" || true
        else
            echo "    apt install diffoscope shows where"
        fi
    fi
    differ=1
done
((differ == 0)) || fail "the packages are not what this commit makes"
echo "every byte is what this commit makes"
