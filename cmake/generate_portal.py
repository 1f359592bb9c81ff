#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the pages for developers out of resources/api, resources/portal, resources/snippets and the
documents of the repository, compressed and as C++ source that the server is built with."""

import argparse
import os
import subprocess
import sys
from datetime import datetime, timezone
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parent))

from contract import document as doc  # noqa: E402
from contract import inputs  # noqa: E402
from generate_contract import write  # noqa: E402
from portal import embed, site, snippets  # noqa: E402


def changed_at(path):
    """When the file changed, as an Atom date: the same for everybody who builds the same commit."""
    seconds = os.environ.get("SOURCE_DATE_EPOCH")
    if not seconds:
        asked = subprocess.run(["git", "-C", str(path.parent), "log", "-1", "--format=%ct", "--", path.name],
                               capture_output=True, text=True, check=False)
        seconds = asked.stdout.strip() or int(path.stat().st_mtime)
    return datetime.fromtimestamp(int(seconds), timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--source", type=Path, required=True, help="the repository")
    parser.add_argument("--version", required=True, help="shown on every page")
    parser.add_argument("--swagger-ui", type=Path, help="the folder of the npm package swagger-ui-dist")
    parser.add_argument("--doxygen", default="doxygen", help="the program that reads the headers of the C++ library")
    parser.add_argument("--embed", type=Path, help="write the C++ source that holds the files here")
    parser.add_argument("--folder", type=Path, help="write the files into this folder, to look at")
    parser.add_argument("--snippets", type=Path, help="write snippets.ts and curl.json into this folder, to test")
    parser.add_argument("--stamp", type=Path, help="touch this file at the end")
    arguments = parser.parse_args()

    api = arguments.source / "resources/api"
    facts = inputs.load_neighbours(api)
    document, _ = doc.build(api / "openapi", facts)
    examples = inputs.read_json(arguments.source / "resources/portal/examples.json")
    files, operations, _ = site.build(document, facts, examples, arguments.source, arguments.version,
                                      changed_at(arguments.source / "CHANGELOG.md"), arguments.swagger_ui, arguments.doxygen)
    if arguments.embed:
        write(arguments.embed, embed.source(files))
    if arguments.folder:
        for file in files:
            name = file.path if "." in file.path.split("/")[-1] else file.path + "/index.html"
            write(arguments.folder / file.where / name, file.content)
    if arguments.snippets:
        write(arguments.snippets / "snippets.ts", snippets.typescript_program(operations))
        write(arguments.snippets / "curl.json", snippets.curl_list(operations))
    if arguments.stamp:
        arguments.stamp.parent.mkdir(parents=True, exist_ok=True)
        arguments.stamp.touch()


if __name__ == "__main__":
    try:
        main()
    except (inputs.ContractError, OSError) as error:
        sys.exit(f"portal: {error}")
