#!/usr/bin/env bash
# SPDX-License-Identifier: Apache-2.0
# Writes shell completions and manual pages, as the built programs describe themselves.
# usage: generate.sh BIN_DIR SHARE_DIR
set -euo pipefail
program=${1:?usage: generate.sh BIN_DIR SHARE_DIR}/leadsheet
share=${2:?usage: generate.sh BIN_DIR SHARE_DIR}
mkdir -p "$share"/{bash-completion/completions,zsh/site-functions,fish/vendor_completions.d,man/man1}
"$program" completion bash >"$share/bash-completion/completions/leadsheet"
"$program" completion zsh >"$share/zsh/site-functions/_leadsheet"
"$program" completion fish >"$share/fish/vendor_completions.d/leadsheet.fish"
"$program" manual >"$share/man/man1/leadsheet.1"
