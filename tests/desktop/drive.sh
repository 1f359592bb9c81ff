#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Works the window of programs that lie somewhere, as users get them: a sheet is opened, mapped, put right, ordered and read
# through accessible names, under each display that is named; all is x11 with every test of this folder. The programs know
# nothing of what is set here. With --chroot (as root) their folder is below ROOT and they run there; displays and the screen
# reader's side stay outside.
# usage: drive.sh [--chroot ROOT] PROGRAM_FOLDER wayland|x11|all...
set -euo pipefail
here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fail() { printf 'drive: %s\n' "$*" >&2; exit 1; }
usage() { fail "usage: drive.sh [--chroot ROOT] PROGRAM_FOLDER wayland|x11|all..."; }
root=
if [[ ${1:-} == --chroot ]]; then
    root=$(cd "${2:?}" && pwd)
    shift 2
fi
(($# > 1)) || usage
programs=$1
shift

work=$(mktemp -d)
cleanup() {
    if [[ -n $root ]] && mountpoint -q "$root$work"; then umount "$root$work"; fi
    [[ -z $root ]] || rmdir "$root$work" 2>/dev/null || true
    rm -rf "$work"
}
trap cleanup EXIT
if [[ -n $root ]]; then
    # Sockets and the person's folders are at the same place inside. Each process keeps its number.
    mkdir -p "$root$work" "$work/bin"
    mount --bind "$work" "$root$work"
    for program in leadsheet leadsheet-desktop; do
        printf '#!/bin/sh\nexec chroot %q %q "$@"\n' "$root" "$programs/$program" >"$work/bin/$program"
        chmod +x "$work/bin/$program"
    done
    programs=$work/bin
fi
for display; do
    how=() tests=(sheet_fixed)
    case $display in
    wayland) how=(--wayland) ;;
    x11) ;;
    all) tests=(killed_and_resumed leads_read sample_ordered sheet_fixed) ;;
    *) usage ;;
    esac
    for test in "${tests[@]}"; do
        env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$work" LC_ALL=C.UTF-8 TMPDIR="$work" LEADSHEET_TEST_BIN="$programs" \
            LEADSHEET_TEST_PATIENCE=120 /usr/bin/python3 -B "$here/in_session.py" "${how[@]}" "$here/test_$test.py" >"$work/log" 2>&1 ||
            { cat "$work/log" >&2; fail "$test: the window of $programs cannot be worked under $display"; }
    done
done
