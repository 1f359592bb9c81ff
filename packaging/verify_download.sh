#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks a downloaded release: that SHA256SUMS was signed by the releaser (minisign), and that every file of the folder is one
# that it names, unchanged. usage: verify_download.sh FOLDER PUBLIC_KEY (a line that begins with RW, or a file with it)
set -euo pipefail
usage="usage: verify_download.sh FOLDER PUBLIC_KEY"
folder=${1:?$usage}
key=${2:?$usage}
fail() { printf 'verify_download: %s\n' "$*" >&2; exit 1; }

command -v minisign >/dev/null || fail "minisign is not installed (apt install minisign)"
# Before the folder is entered: a file in it must not pass for the key.
if [[ $key == RW* ]]; then
    key=(-P "$key")
elif [[ -f $key ]]; then
    key=(-p "$(realpath -- "$key")")
else
    fail "$key is neither a public key nor a file with one"
fi
cd -- "$folder"
for file in SHA256SUMS SHA256SUMS.minisig; do
    [[ -e $file ]] || fail "$file is missing: download it beside the packages"
done
minisign -V -q "${key[@]}" -m SHA256SUMS || fail "SHA256SUMS was not signed with this key. Do not install anything of this folder"
sha256sum --check --ignore-missing --strict --quiet SHA256SUMS || fail "a file is not the released one. Do not install it"
for file in *.deb *.tar.gz; do
    [[ ! -e $file ]] || grep -qF "  $file" SHA256SUMS || fail "$file is not part of the release"
done
echo "signed, and every file as released"
