#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes what the tarball is made of, as SPDX 2.3 and CycloneDX 1.5: the Debian packages of the libraries that lie in it, and
those whose headers were compiled into the programs.

usage: sbom.py NAME VERSION LIBRARIES BUILD_DIR OUT_DIR
LIBRARIES: a file with lines "package version library"; BUILD_DIR: of Ninja, for the headers; OUT_DIR gets NAME.spdx.json and
NAME.cdx.json. The time in them is SOURCE_DATE_EPOCH."""

import datetime
import hashlib
import json
import os
import subprocess
import sys
from collections import defaultdict
from functools import lru_cache
from pathlib import Path
from urllib.parse import quote

# Part of what every program is compiled with, or of what only describes a library that lies in the tarball.
COMPILER = {"libc6-dev", "linux-libc-dev", "libstdc++-12-dev", "libgcc-12-dev"}


def linked(listing):
    """Libraries by (package, version)."""
    libraries = defaultdict(list)
    for line in Path(listing).read_text().splitlines():
        package, version, library = line.split(" ", 2)
        libraries[package, version].append(library)
    return libraries


def compiled_in(build):
    """(package, version) of headers that the compiler read."""
    read = subprocess.run(["ninja", "-C", build, "-t", "deps"], check=True, capture_output=True, text=True).stdout
    headers = sorted({line.strip() for line in read.splitlines() if line.startswith("    /usr/include/")})
    packages = set()
    for at in range(0, len(headers), 1000):
        found = subprocess.run(["dpkg-query", "-S", *headers[at:at + 1000]], capture_output=True, text=True).stdout
        packages |= {line.split(": ")[0].split(":")[0] for line in found.splitlines()}
    versions = subprocess.run(["dpkg-query", "-W", "-f=${Package} ${Version}\n", *sorted(packages - COMPILER)], check=True,
                              capture_output=True, text=True).stdout
    return sorted({tuple(line.split(" ", 1)) for line in versions.splitlines()})


@lru_cache(maxsize=None)
def architecture():
    return subprocess.run(["dpkg", "--print-architecture"], check=True, capture_output=True, text=True).stdout.strip()


def purl(package, version):
    return f"pkg:deb/debian/{package}@{quote(version, safe='')}?arch={architecture()}&distro=debian-12"


def spdx(name, version, time, contained, headers):
    def package(identity, title, number, **more):
        return {"SPDXID": identity, "name": title, "versionInfo": number, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
                "licenseConcluded": "NOASSERTION", "licenseDeclared": "NOASSERTION", "copyrightText": "NOASSERTION", **more}

    def foreign(kind, title, number, comment):
        return package(f"SPDXRef-{kind}-{title.replace('+', 'x')}", title, number, supplier="Organization: Debian", comment=comment,
                       externalRefs=[{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl",
                                      "referenceLocator": purl(title, number)}])

    packages = [package("SPDXRef-Leadsheet", "leadsheet", version) | {"licenseDeclared": "Apache-2.0"}]
    relations = [("SPDXRef-DOCUMENT", "DESCRIBES", "SPDXRef-Leadsheet")]
    for (title, number), libraries in sorted(contained.items()):
        packages.append(foreign("Library", title, number, "in the tarball: " + " ".join(sorted(libraries))))
        relations.append(("SPDXRef-Leadsheet", "CONTAINS", packages[-1]["SPDXID"]))
    for title, number in headers:
        packages.append(foreign("Headers", title, number, "headers that were compiled in"))
        relations.append((packages[-1]["SPDXID"], "BUILD_DEPENDENCY_OF", "SPDXRef-Leadsheet"))
    digest = hashlib.sha256(json.dumps(packages).encode()).hexdigest()
    return {"spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": name,
            "documentNamespace": f"https://leadsheet.example/sbom/{name}-{digest[:16]}",
            "creationInfo": {"created": time, "creators": ["Tool: packaging/sbom.py", "Organization: Leadsheet"]},
            "packages": packages,
            "relationships": [{"spdxElementId": one, "relationshipType": kind, "relatedSpdxElement": other}
                              for one, kind, other in relations]}


def cyclonedx(version, time, contained, headers):
    def component(title, number, scope, properties):
        return {"type": "library", "bom-ref": purl(title, number), "name": title, "version": number, "scope": scope,
                "purl": purl(title, number), "properties": properties}

    components = [component(title, number, "required", [{"name": "leadsheet:library", "value": library} for library in sorted(libraries)])
                  for (title, number), libraries in sorted(contained.items())]
    components += [component(title, number, "required", [{"name": "leadsheet:headers", "value": "compiled in"}])
                   for title, number in headers]
    root = f"pkg:generic/leadsheet@{version}"
    return {"bomFormat": "CycloneDX", "specVersion": "1.5", "version": 1,
            "metadata": {"timestamp": time, "component": {"type": "application", "bom-ref": root, "name": "leadsheet", "version": version,
                                                         "licenses": [{"license": {"id": "Apache-2.0"}}]}},
            "components": components,
            "dependencies": [{"ref": root, "dependsOn": [one["bom-ref"] for one in components]}]}


def main():
    if len(sys.argv) != 6:
        sys.exit(__doc__)
    name, version, listing, build, out = sys.argv[1:]
    contained, headers = linked(listing), compiled_in(build)
    seconds = int(os.environ.get("SOURCE_DATE_EPOCH", "0"))
    time = datetime.datetime.fromtimestamp(seconds, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
    for end, document in (("spdx", spdx(name, version, time, contained, headers)), ("cdx", cyclonedx(version, time, contained, headers))):
        Path(out, f"{name}.{end}.json").write_text(json.dumps(document, indent=1) + "\n")


if __name__ == "__main__":
    main()
