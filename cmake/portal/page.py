# SPDX-License-Identifier: Apache-2.0
"""A page: written once out of blocks, read as HTML without any script and as its Markdown twin."""

import html
import posixpath
import re

from . import markdown

SITE = "Leadsheet API"


class Page:
    """`path` is its address below the service, for example docs/errors. Links in the text go to
    addresses below the service (docs/errors#not_found) and become relative ones, so that the pages
    work behind a prefix as well."""

    def __init__(self, path, title, summary, group="Guide"):
        self.path, self.title, self.summary, self.group = path, title, summary, group
        self._html, self._markdown = [], []
        self.anchors = []

    def relative(self, target):
        """A link from this page; None for what is not part of the portal."""
        if target.startswith(("http:", "https:", "#", "urn:")):
            return target
        address, mark, place = target.partition("#")
        if not address.startswith(("docs", "v1/", "llms.txt", "readyz", "metrics")):
            return None
        start = posixpath.dirname("/" + self.path)
        link = posixpath.relpath("/" + address, start)
        if link.split("/")[-1] in (".", ".."):  # would end in a slash, as a page does not
            link += "/../" + posixpath.basename(address)
        return link + mark + place

    def _twin(self, text):
        def replaced(found):
            address = self.relative(found.group(2))
            if address is None:
                return found.group(1)
            page, mark, place = address.partition("#")
            if page and not page.startswith("http") and "." not in page.split("/")[-1]:
                page += ".md"
            return f"[{found.group(1)}]({page}{mark}{place})"
        return re.sub(r"\[([^\]]+)\]\(([^)\s]+)\)", replaced, text)

    # Blocks, in the order of the page.
    def heading(self, level, text, anchor=None, badge=None):
        anchor = anchor or markdown.anchor_of(text)
        self.anchors.append(anchor)
        shown = markdown.inline(text, self.relative)
        if badge:
            shown = f'<span class="badge {badge.lower()}">{badge}</span> {shown}'
        self._html.append(f'<h{level} id="{anchor}">{shown} '
                          f'<a class="here" href="#{anchor}" aria-label="Link to {html.escape(text)}">#</a></h{level}>\n')
        self._markdown.append(f"{'#' * level} {badge + ' ' if badge else ''}{text}\n")

    def text(self, source, first_level=2):
        def relative(target):  # pages of the project's own documentation are not published here
            return None if target.partition("#")[0].endswith(".md") else self.relative(target)

        self._html.append(markdown.to_html(source, relative, first_level))
        self._markdown.append(self._twin(source.strip("\n")) + "\n")

    def code(self, language, source):
        self._html.append(markdown.code_block(source, language))
        self._markdown.append(f"```{language}\n{source.rstrip(chr(10))}\n```\n")

    def table(self, heads, rows, anchors=None):
        self.anchors += [anchor for anchor in anchors or [] if anchor]
        self._html.append(markdown.table(heads, rows, self.relative, anchors))
        lines = ["| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |" for row in [heads, *rows]]
        lines.insert(1, "|" + "---|" * len(heads))
        self._markdown.append(self._twin("\n".join(lines)) + "\n")

    def tabs(self, name, tabs):
        """`tabs`: (label, language, code) each; a choice of radio buttons, so that no script is
        needed and a keyboard will do."""
        parts = [f'<fieldset class="tabs"><legend class="hidden">Language of the example {html.escape(name)}</legend>\n']
        for number, (label, _, _) in enumerate(tabs):
            checked = " checked" if number == 0 else ""
            parts.append(f'<input type="radio" name="t-{name}" id="t-{name}-{number}"{checked}>'
                         f'<label for="t-{name}-{number}">{html.escape(label)}</label>\n')
        for _, language, source in tabs:
            parts.append(f'<div class="tab">{markdown.code_block(source, language)}</div>\n')
        self._html.append("".join(parts) + "</fieldset>\n")
        for label, language, source in tabs:
            self._markdown.append(f"{label}:\n\n```{language}\n{source.rstrip(chr(10))}\n```\n")

    def fold(self, summary, language, source):
        """Code that is shown on request."""
        self._html.append(f"<details><summary>{html.escape(summary)}</summary>\n"
                          f"{markdown.code_block(source, language)}</details>\n")
        self._markdown.append(f"{summary}:\n\n```{language}\n{source.rstrip(chr(10))}\n```\n")

    def raw(self, source, twin=""):
        """HTML as it is, and what stands for it in the twin."""
        self._html.append(source)
        if twin:
            self._markdown.append(twin + "\n")

    def markdown(self):
        return f"# {self.title}\n\n{self.summary}\n\n" + "\n".join(self._markdown)

    def body(self):
        return "".join(self._html)


def _menu(page, pages):
    groups = {}
    for other in pages:
        groups.setdefault(other.group, []).append(other)
    parts = []
    for group, members in groups.items():
        parts.append(f"<h2>{html.escape(group)}</h2>\n<ul>\n")
        for other in members:
            current = ' aria-current="page"' if other is page else ""
            parts.append(f'<li><a href="{page.relative(other.path)}"{current}>{html.escape(other.title)}</a></li>\n')
        parts.append("</ul>\n")
    return "".join(parts)


def shell(page, pages, version, script=None):
    """The whole document. `script` is the address of the page's one script; nearly all have none."""
    asset = page.relative
    more = f'<script src="{asset(script)}" defer></script>\n' if script else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(page.title)} · {SITE}</title>
<meta name="description" content="{html.escape(page.summary)}">
<link rel="stylesheet" href="{asset('docs/portal.css')}">
<link rel="icon" type="image/svg+xml" href="{asset('docs/logo.svg')}">
<link rel="alternate" type="text/markdown" href="{asset(page.path + '.md')}">
<link rel="alternate" type="application/atom+xml" title="Changelog" href="{asset('docs/changelog.atom')}">
{more}</head>
<body>
<a class="skip" href="#content">Skip to the content</a>
<header><a class="brand" href="{asset('docs')}"><img src="{asset('docs/logo.svg')}" alt="" width="28" height="28"> {SITE}</a>
<a class="menu" href="#menu">Menu</a></header>
<main id="content" tabindex="-1">
<h1>{html.escape(page.title)}</h1>
<p class="lead">{markdown.inline(page.summary, asset)}</p>
{page.body()}</main>
<nav id="menu" aria-label="Pages">
<div>
{_menu(page, pages)}</div>
</nav>
<footer><p>Version {html.escape(version)} · <a href="{asset(page.path + '.md')}">This page as Markdown</a> ·
<a href="{asset('llms.txt')}">llms.txt</a> · <a href="{asset('v1/openapi.json')}">OpenAPI document</a></p></footer>
</body>
</html>
"""
