#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# npm_ci.sh FOLDER...: installs what the lock file of each folder pins, unless that is what is there. May run
# several times at once.
set -euo pipefail

for folder; do
    cd "$folder"
    wanted=$(cat package.json package-lock.json .npmrc | sha256sum)
    exec 9< package.json
    flock 9
    if [ "$(cat node_modules/.installed 2> /dev/null)" != "$wanted" ]; then
        npm ci --ignore-scripts --loglevel=error > /dev/null
        printf '%s\n' "$wanted" > node_modules/.installed
    fi
    flock -u 9
    cd "$OLDPWD"
done
