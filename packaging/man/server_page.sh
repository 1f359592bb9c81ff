#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes the manual page of the service, with the options that the built program names.
# usage: server_page.sh PROGRAM OUT.gz
set -euo pipefail
program=${1:?usage: server_page.sh PROGRAM OUT.gz} out=${2:?usage: server_page.sh PROGRAM OUT.gz}
here=$(dirname "${BASH_SOURCE[0]}")
options=$("$program" --help | awk -f "$here/options.awk")
version=$("$program" --version)
while IFS= read -r line; do
    case $line in
        @OPTIONS@) printf '%s\n' "$options" ;;
        *) printf '%s\n' "${line/@VERSION@/$version}" ;;
    esac
done <"$here/leadsheet-server.8.in" | gzip -9n >"$out"
