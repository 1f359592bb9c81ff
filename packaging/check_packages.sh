#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Checks the Debian packages: what they are made of, a program built against the client library, and, with --chroot
# (as root), installing, running, working and purging them in a Debian that has nothing else.
# usage: check_packages.sh PACKAGE_FOLDER [--chroot]
set -euo pipefail
root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
packages=$(cd "${1:?usage: check_packages.sh PACKAGE_FOLDER [--chroot]}" && pwd)
work=$(mktemp -d)
server=
cleanup() {
    [[ -z $server ]] || kill "$server" 2>/dev/null || true
    if mountpoint -q "$work/debian/proc"; then umount "$work/debian/proc"; fi
    rm -rf "$work"
}
trap cleanup EXIT
fail() { printf 'check_packages: %s\n' "$*" >&2; exit 1; }
say() { printf -- '-- %s\n' "$*"; }
debs=("$packages"/*.deb)
((${#debs[@]} == 3)) || fail "three packages are expected in $packages, not ${#debs[@]}"

say "lintian, desktop entry, AppStream"
lintian --fail-on error,warning --suppress-tags initial-upload-closes-no-bugs "${debs[@]}"
desktop-file-validate "$root"/packaging/desktop/*.desktop
appstreamcli validate --no-net "$root"/packaging/desktop/*.metainfo.xml

for deb in "${debs[@]}"; do dpkg-deb -x "$deb" "$work/tree"; done
say "the window, worked as a screen reader does"
"$root/tests/desktop/drive.sh" "$work/tree/usr/bin" wayland x11
say "units of systemd"
mkdir -m 700 "$work/units"
unit() { # unit FILE NAME [--user]: of what is right, nothing is said
    sed "s|=/usr/bin/|=$work/tree/usr/bin/|" "$work/tree/$1" >"$work/units/$2"
    XDG_RUNTIME_DIR=$work/units systemd-analyze --man=no "${@:3}" verify "$work/units/$2" >"$work/unit.log" 2>&1 || fail "$1: $(<"$work/unit.log")"
    [[ ! -s $work/unit.log ]] || fail "$1: $(<"$work/unit.log")"
}
unit lib/systemd/system/leadsheet-server.service leadsheet-server.service
unit usr/lib/systemd/user/leadsheet-watch@.service leadsheet-watch@home-ann-leads.service --user

say "a program built against libleadsheet-dev"
cmake -S "$root/packaging/example" -B "$work/example" -G Ninja -DCMAKE_PREFIX_PATH="$work/tree/usr" \
    -DCMAKE_CXX_COMPILER=g++-12 >"$work/example.log" 2>&1 || { cat "$work/example.log"; fail "find_package(Leadsheet) failed"; }
cmake --build "$work/example" >"$work/example.log" 2>&1 || { cat "$work/example.log"; fail "the example does not build"; }

# start_server COMMAND...: starts a service and waits until it says where it listens.
start_server() {
    "$@" --port 0 >"$work/server.log" 2>&1 &
    server=$!
    for _ in $(seq 300); do
        grep -q '"url"' "$work/server.log" && return
        kill -0 "$server" 2>/dev/null || break
        sleep 0.1
    done
    cat "$work/server.log" >&2
    fail "leadsheet-server does not start"
}
value() { python3 -c 'import json,sys; d=json.load(open(sys.argv[1])); print(eval("d" + sys.argv[2]))' "$@"; }

say "the program against the packaged service"
start_server "$work/tree/usr/bin/leadsheet-server" --database "$work/service.db" --bootstrap-sandbox "$work/keys.json"
LEADSHEET_API_KEY=$(value "$work/keys.json" '["accounts"][0]["keys"][0]["secret"]') \
    "$work/example/account_balance" "$(value "$work/keys.json" '["url"]')" >"$work/balance" ||
    fail "the example cannot ask the service"
grep -q '^\$100,000\.00$' "$work/balance" || fail "the example says $(cat "$work/balance")"
kill "$server"
wait "$server" || fail "the service ended with $?"
server=
[[ ${2:-} == --chroot ]] || exit 0

say "a Debian with nothing else"
debootstrap --variant=minbase --include=ca-certificates bookworm "$work/debian" \
    "${DEBIAN_MIRROR:-http://deb.debian.org/debian}" >"$work/debootstrap.log" 2>&1 ||
    { tail -20 "$work/debootstrap.log"; fail "debootstrap failed"; }
mount -t proc proc "$work/debian/proc"
bare=(env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/tmp LC_ALL=C.UTF-8 DEBIAN_FRONTEND=noninteractive chroot "$work/debian")
inside() { "${bare[@]}" "$@"; }
files() { (cd "$work/debian" && find etc lib opt srv usr var/lib -not -path 'var/lib/apt/*' -not -path 'var/lib/dpkg/*' -not -path '*/__pycache__*' | sort); }
mkdir "$work/debian/packages"
cp "${debs[@]}" "$work/debian/packages"
cp "$root/resources/samples/icp_q3.csv" "$work/debian/packages"
inside apt-get update -qq
# What they need comes first, so that only their own files come and go.
inside sh -c 'apt-get install -y -qq --no-install-recommends $(for deb in /packages/*.deb; do dpkg-deb -f $deb Depends; done |
    tr , "\n" | sed "s/ *(.*//; s/|.*//; s/ //g" | sort -u)' >"$work/apt.log" 2>&1 || { tail -20 "$work/apt.log"; fail "what the packages need cannot be installed"; }
files >"$work/before"

say "install"
inside sh -c 'apt-get install -y -qq --no-install-recommends /packages/*.deb' >"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log"; fail "the packages cannot be installed"; }
say "run"
[[ $(inside leadsheet --version) == *"$(inside dpkg-query -W -f "\${Version}" leadsheet)"* ]] ||
    fail "leadsheet --version says $(inside leadsheet --version)"
inside env QT_QPA_PLATFORM=offscreen leadsheet-desktop --version >/dev/null
inside sh -c 'cd /tmp && leadsheet submit /packages/icp_q3.csv --sandbox --max-total 5000 --no-results' >"$work/submit.log" 2>&1 ||
    [[ $? == 4 ]] || { cat "$work/submit.log"; fail "the sample sheet cannot be ordered"; }
grep -q 'Placed\|placed' "$work/submit.log" || { cat "$work/submit.log"; fail "nothing was placed"; }
start_server "${bare[@]}" leadsheet-server --database /tmp/service.db # no function: the server itself is what gets the signal
kill "$server"
wait "$server" || fail "the service ended with $?"
server=
for page in man1/leadsheet.1 man1/leadsheet-desktop.1 man8/leadsheet-server.8; do
    [[ -s $work/debian/usr/share/man/$page.gz ]] || fail "no manual page $page"
done

say "work the window" # qt6-wayland is only recommended
"$root/tests/desktop/drive.sh" --chroot "$work/debian" /usr/bin x11
say "purge"
inside apt-get purge -y -qq leadsheet leadsheet-server libleadsheet-dev >"$work/apt.log" 2>&1 ||
    { tail -20 "$work/apt.log"; fail "the packages cannot be removed"; }
files >"$work/after"
diff "$work/before" "$work/after" >"$work/left" || { cat "$work/left"; fail "purging leaves files behind, or takes too many"; }
say "installed, run and purged"
