# SPDX-License-Identifier: Apache-2.0
"""All files of the portal: pages, their twins, the feed, llms.txt and what they load."""

import hashlib
import html
import re
from collections import namedtuple

from . import cpp_reference, operation_pages, pages, samples, snippets
from .page import SITE, shell

# `where`: any, sandbox or other servers. `kind`: what the server does with it (portal.cpp).
File = namedtuple("File", "path type content where kind")

HTML, MARKDOWN = "text/html; charset=utf-8", "text/markdown; charset=utf-8"


def _documents(source):
    return [(source / name).read_text(encoding="utf-8") for name in ("CHANGELOG.md", "ROADMAP.md", "docs/compatibility.md")]


def _problem(document):
    schema = samples.resolve(document, {"$ref": "#/components/schemas/Problem"})
    return schema["examples"][0]


def _feed(changelog, updated):
    """One entry for each point of the changelog, newest section first, what is unreleased in full; what was released has the date of its release."""
    entries, section, kind, at = [], "", "", updated
    unreleased = 0
    for block in re.split(r"\n(?=- |#)", changelog):
        if block.startswith("## "):
            section = block.splitlines()[0][3:].strip()
            released = re.search(r" - (\d{4}-\d{2}-\d{2})$", section)
            at = f"{released[1]}T00:00:00Z" if released else updated
        elif block.startswith("### "):
            kind = block[4:].strip()
        elif block.startswith("- "):
            text = " ".join(block[2:].split())
            title = re.sub(r"[`*]|\]\([^)]*\)|\[", "", text)
            title = title if len(title) <= 110 else title[:110].rsplit(" ", 1)[0] + " …"
            unreleased += at == updated
            mark = hashlib.sha256(text.encode()).hexdigest()[:32]
            entries.append(f"<entry>\n<id>urn:leadsheet:change:{mark}</id>\n<title>{html.escape(title, quote=False)}</title>\n"
                           f"<updated>{at}</updated>\n<category term=\"{html.escape(kind)}\"/>\n"
                           f"<link rel=\"alternate\" href=\"changelog\"/>\n"
                           f"<content type=\"text\">{html.escape(f'{section}, {kind}: {text}', quote=False)}</content>\n</entry>\n")
    return ("<?xml version=\"1.0\" encoding=\"utf-8\"?>\n<feed xmlns=\"http://www.w3.org/2005/Atom\">\n"
            f"<id>urn:leadsheet:changelog</id>\n<title>{SITE}: changelog</title>\n<updated>{updated}</updated>\n"
            "<author><name>Leadsheet</name></author>\n<link rel=\"self\" href=\"changelog.atom\"/>\n"
            "<link rel=\"alternate\" type=\"text/html\" href=\"changelog\"/>\n" + "".join(entries[:unreleased + 50]) + "</feed>\n")


def _swagger(folder):
    """What Swagger UI consists of, without the maps for its developers, and its licences."""
    def text(name):
        return (folder / name).read_text(encoding="utf-8")

    licences = "\n\n".join(text(name) for name in ("LICENSE", "NOTICE", "swagger-ui-bundle.js.LICENSE.txt"))
    found = [File("docs/swagger-ui-licence.txt", "text/plain; charset=utf-8", licences, "sandbox", "page")]
    for name, kind in (("swagger-ui.css", "text/css"), ("swagger-ui-bundle.js", "text/javascript")):
        code = re.sub(r"\n(//|/\*)# sourceMappingURL=\S*", "", text(name))
        found.append(File("docs/" + name, kind + "; charset=utf-8", code, "sandbox", "page"))
    return found


def _llms(found, document):
    lines = [f"# {SITE}", "", f"> {document['info']['summary']}", "",
             "Every page also exists as HTML, without the final .md. The contract is /v1/openapi.json.", ""]
    group = None
    for page in found:
        if page.group != group:
            group = page.group
            lines += [f"## {group}", ""] if lines[-1] == "" else ["", f"## {group}", ""]
        lines.append(f"- [{page.title}]({page.path}.md): {page.summary}")
    return "\n".join(lines) + "\n"


def build(document, facts, examples, source, version, updated, swagger, doxygen):
    """The files, and the snippets: (files, operations, C++ by operation)."""
    operations = samples.operations(document, examples)
    cpp = snippets.cpp(source / "resources/snippets/operations", operations, examples["withoutCpp"])
    changelog, roadmap, compatibility = _documents(source)
    reference = cpp_reference.pages(source, doxygen)
    files = []

    def site(sandbox):
        tried, script = pages.try_it(sandbox, swagger is not None)
        guide = [pages.start(operations, sandbox), pages.basics(document), pages.products(facts), tried]
        rest = operation_pages.pages(document, operations, cpp) + [
            pages.errors(facts, operations, _problem(document)),
            pages.events(samples.events(document, facts, examples), facts, source / "resources/snippets"),
            pages.limits(facts), *reference,
            pages.document_page("docs/changelog", "Changelog", "What has changed. [As a feed](docs/changelog.atom).", changelog),
            pages.document_page("docs/roadmap", "Roadmap", "What comes next.", roadmap),
            pages.document_page("docs/compatibility", "Compatibility", "What may change in the API, and with how much notice.",
                                compatibility),
            pages.status(version)]
        return guide + rest, tried, script

    for where, sandbox in (("sandbox", True), ("other", False)):
        found, tried, script = site(sandbox)
        made = pages.key_made()
        for page in found + ([made] if sandbox else []):
            varies = page.path in ("docs", "docs/try", "docs/key")
            if not varies and sandbox:
                continue
            kind = {"docs/status": "status", "docs/key": "key"}.get(page.path, "page")
            if page is tried and script:
                kind = "try"
            place = where if varies else "any"
            files.append(File(page.path, HTML, shell(page, found, version, script if page is tried else None), place, kind))
            files.append(File(page.path + ".md", MARKDOWN, page.markdown(), place, kind if kind in ("status", "key") else "page"))
    files.append(File("llms.txt", MARKDOWN, _llms(found, document), "any", "page"))
    files.append(File("docs/changelog.atom", "application/atom+xml; charset=utf-8", _feed(changelog, updated), "any", "page"))
    portal = source / "resources/portal"
    files.append(File("docs/portal.css", "text/css; charset=utf-8", (portal / "portal.css").read_text(encoding="utf-8"), "any", "page"))
    files.append(File("docs/logo.svg", "image/svg+xml",
                      (source / "resources/logo/org.leadsheet.Leadsheet.svg").read_text(encoding="utf-8"), "any", "page"))
    if swagger is not None:
        files.append(File("docs/try.js", "text/javascript; charset=utf-8", (portal / "try.js").read_text(encoding="utf-8"), "sandbox", "page"))
        files += _swagger(swagger)
    return files, operations, cpp
