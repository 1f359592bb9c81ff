# SPDX-License-Identifier: Apache-2.0
"""The reference of the C++ library: what leadsheet/leadsheet.hpp declares, as Doxygen reads it."""

import re
import subprocess
import tempfile
from pathlib import Path
from xml.etree import ElementTree

from .page import Page

GROUPS = (("docs/cpp", "C++ library", "The library `leadsheet::client`: the client, its options, and what calls give back. "
           "`#include <leadsheet/leadsheet.hpp>` declares all of it."),
          ("docs/cpp/resources", "C++: resources", "What a client can do: orders, quotes, leads, webhooks and the rest."),
          ("docs/cpp/models", "C++: records", "What is sent and what comes back."))
SETTINGS = """QUIET=YES
WARNINGS=NO
RECURSIVE=YES
GENERATE_HTML=NO
GENERATE_LATEX=NO
GENERATE_XML=YES
XML_PROGRAMLISTING=NO
JAVADOC_AUTOBRIEF=YES
EXTRACT_ALL=YES
"""


def _reached(include, header="leadsheet/leadsheet.hpp", found=None):
    """The headers that a program gets with this one."""
    found = found if found is not None else set()
    if header not in found and (include / header).exists():
        found.add(header)
        for inner in re.findall(r'^#include ["<](leadsheet/[^">]+)[">]', (include / header).read_text(encoding="utf-8"), re.M):
            _reached(include, inner, found)
    return found


def _words(node):
    """The text of a description, with code in backticks and items on lines of their own."""
    if node is None:
        return ""
    parts = [node.text or ""]
    for child in node:
        inner = _words(child)
        if child.tag == "computeroutput":
            inner = f"`{inner}`"
        elif child.tag in ("para", "itemizedlist"):
            inner = inner.strip() + "\n\n"
        elif child.tag == "listitem":
            inner = "- " + inner.strip() + "\n"
        parts += [inner, child.tail or ""]
    return "".join(parts)


def _text(member):
    """Brief and detailed description, a paragraph each."""
    whole = "\n\n".join(_words(member.find(kind)) for kind in ("briefdescription", "detaileddescription"))
    return re.sub(r"\n\s*\n\s*", "\n\n", re.sub(r"[ \t]+", " ", whole)).strip()


def _plain(node):
    return "".join(node.itertext()).strip() if node is not None else ""


def _tidy(code):
    code = re.sub(r"< ", "<", re.sub(r" >", ">", code))
    code = re.sub(r"\bleadsheet::(?=[A-Z])", "", code)
    code = re.sub(r" ([&*])(?=\w)", r"\1 ", code)
    return re.sub(r"(?<=\w)=(?=\S)", " = ", code)


def _signature(member):
    kind, name, kept = member.get("kind"), _plain(member.find("name")), _plain(member.find("type"))
    if kind == "enum":
        return f"enum class {name} {{ " + ", ".join(_plain(value.find("name")) for value in member.findall("enumvalue")) + " }"
    if kind == "typedef":
        return _tidy(f"using {name} = {kept}")
    if kind == "variable":
        value = _plain(member.find("initializer"))
        return _tidy(f"{kept} {name}{' ' if value.startswith('=') else ''}{value}")
    static = "static " if member.get("static") == "yes" else ""
    return _tidy(f"{static}{kept} {name}{_plain(member.find('argsstring'))}".strip())


class _Reference:
    def __init__(self, folder, headers):
        self.folder, self.headers = folder, headers
        self.pages = {path: Page(path, title, summary, "Reference") for path, title, summary in GROUPS}

    def header_of(self, node):
        place = node.find("location")
        found = re.search(r"(leadsheet/.*)$", place.get("file")) if place is not None else None
        return found.group(1) if found and found.group(1) in self.headers else None

    def page_of(self, header):
        part = header.split("/")[1]
        return self.pages[{"resource": "docs/cpp/resources", "model": "docs/cpp/models"}.get(part, "docs/cpp")]

    def members(self, page, nodes):
        rows = [(f"`{_signature(node)}`", " ".join(_text(node).split())) for node in nodes]
        if rows:
            page.table(("Declaration", "Meaning"), rows)

    def add_class(self, node):
        header = self.header_of(node)
        name = _plain(node.find("compoundname")).removeprefix("leadsheet::")
        if header is None or "::" in name:
            return
        page = self.page_of(header)
        page.heading(2, name, name)
        page.text(f"`{node.get('kind')} {name}` in `{header}`.")
        if text := _text(node):
            page.text(text)
        self.members(page, [member for member in node.iterfind("sectiondef/memberdef")
                            if member.get("prot") == "public" and "detail::" not in _plain(member.find("argsstring"))
                            and not _plain(member.find("name")).startswith(("~", "operator"))])

    def add_free(self, namespace):
        for path, page in self.pages.items():
            nodes = [node for node in namespace.iterfind("sectiondef/memberdef")
                     if (header := self.header_of(node)) and self.page_of(header).path == path
                     and not _plain(node.find("name")).startswith("operator")]
            if nodes:
                page.heading(2, "Functions, types and constants", "free")
                self.members(page, sorted(nodes, key=lambda node: _plain(node.find("name")).lower()))


def pages(source, doxygen):
    """The pages, read from the public headers by the program `doxygen`."""
    include = source / "client-core/include"
    with tempfile.TemporaryDirectory() as folder:
        settings = SETTINGS + f'INPUT="{include}"\nOUTPUT_DIRECTORY="{folder}"\n'
        subprocess.run([str(doxygen), "-"], input=settings, text=True, check=True)
        found = [ElementTree.parse(path).getroot().find("compounddef") for path in sorted(Path(folder, "xml").glob("*.xml"))
                 if path.name.startswith(("class", "struct", "namespaceleadsheet."))]
    reference = _Reference(source, _reached(include))
    found.sort(key=lambda node: _plain(node.find("compoundname")))
    for node in found:
        if node.get("kind") in ("class", "struct"):
            reference.add_class(node)
    for node in found:
        if node.get("kind") == "namespace":
            reference.add_free(node)
    return list(reference.pages.values())
