# SPDX-License-Identifier: Apache-2.0
"""Markdown as the documents of this repository use it, made into HTML: headings, paragraphs, nested
lists, tables, fenced code; code, bold, emphasis and links within a line. Nothing is passed through
as HTML."""

import html
import re

_INLINE = re.compile(r"`([^`]+)`|\*\*([^*]+)\*\*|(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])|\[([^\]]+)\]\(([^)\s]+)\)")
_ITEM = re.compile(r"^( *)([-*]|\d+\.) +(.*)$")


def anchor_of(text):
    return re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


def inline(text, link=lambda target: target):
    """`link` makes the address of a link out of its target; None leaves the text alone."""
    out, at = [], 0
    for found in _INLINE.finditer(text):
        out.append(html.escape(text[at:found.start()], quote=False))
        code, bold, emphasis, label, target = found.groups()
        if code is not None:
            out.append(f"<code>{html.escape(code, quote=False)}</code>")
        elif bold is not None:
            out.append(f"<strong>{inline(bold, link)}</strong>")
        elif emphasis is not None:
            out.append(f"<em>{inline(emphasis, link)}</em>")
        else:
            address = link(target)
            shown = inline(label, link)
            out.append(f'<a href="{html.escape(address)}">{shown}</a>' if address else shown)
        at = found.end()
    out.append(html.escape(text[at:], quote=False))
    return "".join(out)


def code_block(text, language):
    return (f'<pre data-language="{html.escape(language)}"><code>'
            f"{html.escape(text.rstrip(chr(10)), quote=False)}</code></pre>\n")


def table(heads, rows, link=lambda target: target, anchors=None):
    """`rows` hold Markdown; `anchors` the id of each row, or None."""
    top = "".join(f'<th scope="col">{inline(head, link)}</th>' for head in heads)
    body = []
    for row, anchor in zip(rows, anchors or [None] * len(rows)):
        mark = f' id="{html.escape(anchor)}"' if anchor else ""
        body.append(f"<tr{mark}>" + "".join(f"<td>{inline(cell, link)}</td>" for cell in row) + "</tr>\n")
    return f"<table>\n<thead><tr>{top}</tr></thead>\n<tbody>\n{''.join(body)}</tbody>\n</table>\n"


class _Reader:
    def __init__(self, text, link, first_level):
        self.lines = text.split("\n")
        self.at = 0
        self.link, self.first_level = link, first_level
        self.out = []

    def line(self):
        return self.lines[self.at] if self.at < len(self.lines) else None

    def run(self):
        while self.line() is not None:
            line = self.line()
            if not line.strip():
                self.at += 1
            elif line.startswith("```"):
                self.fence()
            elif line.startswith("#"):
                self.heading()
            elif line.startswith("|"):
                self.table()
            elif _ITEM.match(line):
                self.out.append(self.list())
            else:
                self.out.append(f"<p>{inline(self.paragraph(), self.link)}</p>\n")
        return "".join(self.out)

    def fence(self):
        language = self.line()[3:].strip()
        end = self.at + 1
        while end < len(self.lines) and not self.lines[end].startswith("```"):
            end += 1
        self.out.append(code_block("\n".join(self.lines[self.at + 1:end]), language))
        self.at = end + 1

    def heading(self):
        marks, _, text = self.line().partition(" ")
        level = min(len(marks) + self.first_level - 1, 6)
        self.out.append(f'<h{level} id="{anchor_of(text)}">{inline(text, self.link)}</h{level}>\n')
        self.at += 1

    def table(self):
        rows = []
        while self.line() is not None and self.line().startswith("|"):
            rows.append([cell.strip() for cell in self.line().strip().strip("|").split("|")])
            self.at += 1
        self.out.append(table(rows[0], rows[2:], self.link))

    def paragraph(self):
        parts = []
        while self.line() is not None and self.line().strip() and not _ITEM.match(self.line()) \
                and not self.line().startswith(("```", "#", "|")):
            parts.append(self.line().strip())
            self.at += 1
        return " ".join(parts)

    def list(self):
        indent, mark, _ = _ITEM.match(self.line()).groups()
        kind = "ol" if mark[0].isdigit() else "ul"
        items = []
        while self.line() is not None:
            item = _ITEM.match(self.line())
            if not item or len(item.group(1)) < len(indent):
                break
            if len(item.group(1)) > len(indent):
                items[-1] += self.list()
                continue
            self.at += 1
            text = [item.group(3)]
            while self.line() is not None and self.line().strip() and not _ITEM.match(self.line()) \
                    and self.line().startswith(indent + " "):
                text.append(self.line().strip())
                self.at += 1
            items.append(inline(" ".join(text), self.link))
        return f"<{kind}>\n" + "".join(f"<li>{item}</li>\n" for item in items) + f"</{kind}>\n"


def to_html(text, link=lambda target: target, first_level=2):
    """`first_level`: what "#" becomes."""
    return _Reader(text, link, first_level).run()
