# SPDX-License-Identifier: Apache-2.0
"""OpenDocument files written part by part, as other programs write them, and as attackers would."""

import zipfile

from corpus import FILES, expect, refuse, sheet, texts

MADE_BY = "hand"
TYPE = "application/vnd.oasis.opendocument.spreadsheet"
URN = "urn:oasis:names:tc:opendocument:xmlns:"
NAMESPACES = (f'xmlns:office="{URN}office:1.0" xmlns:table="{URN}table:1.0" xmlns:text="{URN}text:1.0" '
              f'xmlns:style="{URN}style:1.0" xmlns:draw="{URN}drawing:1.0" xmlns:dc="http://purl.org/dc/elements/1.1/" '
              f'xmlns:xlink="http://www.w3.org/1999/xlink" '
              f'xmlns:calcext="urn:org:documentfoundation:names:experimental:calc:xmlns:calcext:1.0"')


def content(body, styles=""):
    return (f'<?xml version="1.0" encoding="UTF-8"?>\n<office:document-content {NAMESPACES} office:version="1.2">'
            f'<office:automatic-styles>{styles}</office:automatic-styles><office:body><office:spreadsheet>{body}'
            f'</office:spreadsheet></office:body></office:document-content>')


def manifest(entries="", kind=TYPE):
    return (f'<manifest:manifest xmlns:manifest="{URN}manifest:1.0"><manifest:file-entry manifest:full-path="/" '
            f'manifest:media-type="{kind}"/>{entries}</manifest:manifest>')


def save(file, text, kind=TYPE, entries="", extra=None, leave_out=()):
    made = {"mimetype": kind, "content.xml": text, "META-INF/manifest.xml": manifest(entries, kind), **(extra or {})}
    with zipfile.ZipFile(FILES / file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, part in made.items():
            if name not in leave_out:
                info = zipfile.ZipInfo(name, (2026, 1, 31, 0, 0, 0))
                info.compress_type = zipfile.ZIP_STORED if name == "mimetype" else zipfile.ZIP_DEFLATED
                archive.writestr(info, part)


def table(rows, name="S", more=""):
    return f'<table:table table:name="{name}" {more}>{rows}</table:table>'


def row(cells, more=""):
    return f"<table:table-row {more}>{cells}</table:table-row>"


def cell(kind="string", inside="", more=""):
    return f'<table:table-cell office:value-type="{kind}" {more}>{inside}</table:table-cell>'


def text(value, more=""):
    return cell("string", f"<text:p>{value}</text:p>", more)


def repeats_and_gaps():
    rows = (row(text("a") + '<table:table-cell table:number-columns-repeated="3"/>' +
                text("e", 'table:number-columns-repeated="2"')) +
            row('<table:table-cell table:number-columns-repeated="16384"/>', 'table:number-rows-repeated="5"') +
            row(text("same") + cell("float", "", 'office:value="2"'), 'table:number-rows-repeated="3"') +
            row('<table:table-cell table:style-name="ce1" table:number-columns-repeated="16384"/>',
                'table:number-rows-repeated="1048567"'))
    save("hand_repeats.ods", content(table(rows)))
    same = ["text:same", "number:2"]
    expect("hand_repeats.ods", "ods",
           sheet({1: {"A": "text:a", "E": "text:e", "F": "text:e"}, 7: same, 8: same, 9: same}, "S"), made_by=MADE_BY)


def texts_of_all_kinds():
    insides = [
        ("<text:p>one</text:p><text:p>two</text:p>", "one\ntwo"),
        ('<text:p>a<text:s text:c="3"/>b<text:tab/>c<text:line-break/>d</text:p>', "a   b\tc\nd"),
        ("<text:p>x<text:span>y<text:span>z</text:span></text:span></text:p>", "xyz"),
        ('<text:p><text:a xlink:href="https://acme.example">Acme</text:a></text:p>', "Acme"),
        ("<text:p><text:ruby><text:ruby-base>東京</text:ruby-base><text:ruby-text>トウキョウ</text:ruby-text></text:ruby>"
         "</text:p>", "東京"),
        ("<office:annotation><dc:creator>Eve</dc:creator><text:p>note</text:p></office:annotation><text:p>cell</text:p>",
         "cell"),
        ("<draw:frame><draw:text-box><text:p>box</text:p></draw:text-box></draw:frame><text:p>cell</text:p>", "cell"),
        ("<text:p>1<!-- c --><![CDATA[<2>]]></text:p>", "1<2>"),
        ("<text:p>&#x1F388;&amp;</text:p>", "🎈&"),
    ]
    save("hand_texts.ods", content(table("".join(row(cell("string", inside)) for inside, _ in insides))))
    expect("hand_texts.ods", "ods", sheet([["text:" + shown] for _, shown in insides], "S"), made_by=MADE_BY)


def values_without_text():
    cells = [
        ('float" office:value="1200.5', "number:1200.5"),
        ('percentage" office:value="0.07', "number:7%"),
        ('currency" office:currency="EUR" office:value="20', "number:20"),
        ('boolean" office:boolean-value="true', "boolean:TRUE"),
        ('date" office:date-value="2026-01-31', "date:2026-01-31"),
        ('date" office:date-value="2026-01-31T14:07:09', "date:2026-01-31 14:07:09"),
        ('time" office:time-value="PT08H30M00S', "time:08:30:00"),
        ('time" office:time-value="PT100H', "time:100:00:00"),
        ('string" office:string-value="of the attribute', "text:of the attribute"),
        ('float" table:formula="of:=1+1" office:value="2', "=number:2"),
        ('string" table:formula="of:=NA()" office:string-value="" calcext:value-type="error', "=error:#VALUE!"),
    ]
    rows = "".join(row(f'<table:table-cell office:value-type="{attributes}"/>') for attributes, _ in cells)
    rows += row('<table:table-cell table:formula="of:=1+1"/>')
    rows += row(cell("float", "<text:p>#N/A</text:p>", 'table:formula="of:=NA()" office:value="0"'))
    rows += row(cell("string", "<text:p>Err:502</text:p>", 'table:formula="of:=X()" calcext:value-type="error"'))
    save("hand_values.ods", content(table(rows)))
    wanted = [[value] for _, value in cells] + [["=empty:"], ["=error:#N/A"], ["=error:Err:502"]]
    expect("hand_values.ods", "ods", sheet(wanted, "S"), made_by=MADE_BY)


def layout():
    styles = ('<style:style style:name="ta1" style:family="table"><style:table-properties table:display="true"/>'
              '</style:style><style:style style:name="ta2" style:family="table"><style:table-properties '
              'table:display="false"/></style:style>')
    rows = ('<table:table-column table:number-columns-repeated="2"/><table:table-column table:visibility="collapse"/>'
            '<table:table-header-rows>' + row(text("h1") + text("h2") + text("h3")) + "</table:table-header-rows>"
            '<table:table-row-group table:display="false">' + row(text("grouped")) + "</table:table-row-group>" +
            row(text("filtered"), 'table:visibility="filter"') +
            row(text("wide", 'table:number-columns-spanned="2" table:number-rows-spanned="2"') +
                '<table:covered-table-cell office:value-type="string"><text:p>under</text:p></table:covered-table-cell>'
                + text("c4")) +
            row('<table:covered-table-cell table:number-columns-repeated="2"/>' + text("c5")))
    copy = table(row(text("copy")), "'file:///other.ods'#$Prices", 'table:style-name="ta2"')
    body = ('<table:tracked-changes><table:deletion><table:table-cell office:value-type="string"><text:p>old</text:p>'
            '</table:table-cell></table:deletion></table:tracked-changes>' +
            table(rows, "Q3", 'table:style-name="ta1"') + table(row(text("x")), "Off", 'table:style-name="ta2"') + copy +
            "<table:dde-links><table:dde-link>" + table(row(text("dde")), "dde") + "</table:dde-link></table:dde-links>")
    save("hand_layout.ods", content(body, styles))
    wanted = {1: texts("h1", "h2", "h3"), 2: texts("grouped"), 3: texts("filtered"),
              4: {"A": "text:wide", "C": "text:c4"}, 5: {"C": "text:c5"}}
    expect("hand_layout.ods", "ods",
           sheet(wanted, "Q3", hidden_rows=[2, 3], hidden_columns=["C"], merged=["A4:B5"]),
           sheet([texts("x")], "Off", "hidden"), made_by=MADE_BY)
    filled = {1: texts("h1", "h2", "h3"), 2: texts("grouped"), 3: texts("filtered"), 4: texts("wide", "wide", "c4"),
              5: texts("wide", "wide", "c5")}
    (FILES / "hand_filled.ods").write_bytes((FILES / "hand_layout.ods").read_bytes())
    expect("hand_filled.ods", "ods",
           sheet(filled, "Q3", hidden_rows=[2, 3], hidden_columns=["C"], merged=["A4:B5"]),
           sheet([texts("x")], "Off", "hidden"), made_by=MADE_BY, options={"merged": "fill"})


def other_programs():
    plain = content(table(row(text("x") + cell("float", "<text:p>2.50</text:p>", 'office:value="2.5"'))))
    other = plain
    for old, new in (("office:", "o:"), ("table:", "tb:"), ("text:", "t:")):
        other = other.replace("xmlns:" + old[:-1], "xmlns:" + new[:-1]).replace("<" + old, "<" + new)
        other = other.replace("</" + old, "</" + new).replace(" " + old, " " + new)
    save("hand_prefixes.ods", other)
    save("hand_template.ots", plain, TYPE + "-template")
    save("hand_utf16.ods", plain.replace("UTF-8", "UTF-16").encode("utf-16"))
    save("hand_no_manifest.ods", plain, leave_out=("META-INF/manifest.xml",))
    save("hand_no_mimetype.ods", plain, leave_out=("mimetype",))
    for file in ("hand_prefixes.ods", "hand_template.ots", "hand_utf16.ods", "hand_no_manifest.ods",
                 "hand_no_mimetype.ods"):
        expect(file, "ods", sheet([["text:x", "number:2.50"]], "S"), made_by=MADE_BY)


def refusals():
    good = content(table(row(text("x"))))
    save("refused_text.odt", good, "application/vnd.oasis.opendocument.text")
    refuse("refused_text.odt", "sheet_unsupported_format", ".odt", made_by=MADE_BY)
    save("bad_no_content.ods", good, leave_out=("content.xml",))
    refuse("bad_no_content.ods", "sheet_damaged", "content.xml", made_by=MADE_BY)
    save("bad_encrypted.ods", "cipher", entries=(
        '<manifest:file-entry manifest:full-path="content.xml"><manifest:encryption-data/></manifest:file-entry>'))
    refuse("bad_encrypted.ods", "sheet_password_protected", "password", made_by=MADE_BY)
    bad = {
        "bad_full_grid.ods": (content(table(row(text("x", 'table:number-columns-repeated="16384"'),
                                                'table:number-rows-repeated="1048576"'))),
                              "sheet_limit_exceeded", "cells"),
        "bad_row_far_down.ods": (content(table(row("", 'table:number-rows-repeated="4294967295"') + row(text("x")))),
                                 "sheet_limit_exceeded", "1048576"),
        "bad_column_far_right.ods": (content(table(row('<table:table-cell table:number-columns-repeated="99999"/>' +
                                                       text("x")))), "sheet_limit_exceeded", "16384"),
        "bad_spaces.ods": (content(table(row(text('<text:s text:c="4000000000"/>')))), "sheet_limit_exceeded", "Row 1"),
        "bad_repeat_word.ods": (content(table(row(text("x"), 'table:number-rows-repeated="many"'))),
                                "sheet_damaged", "many"),
        "bad_entity_bomb.ods": (good.replace("<office:document-content", '<!DOCTYPE x [<!ENTITY a "aaaa"><!ENTITY b '
                                             '"&a;&a;&a;&a;">]><office:document-content', 1).replace(">x<", ">&b;<"),
                                "sheet_damaged", "document type"),
        "bad_cut.ods": (good[:-60], "sheet_damaged", "content.xml"),
        "bad_blank_bomb.ods": (content(table(" " * (96 << 20))), "sheet_limit_exceeded", "64 MiB"),
        "bad_cell_bomb.ods": (content(table(row(text("x" * (96 << 20))))), "sheet_limit_exceeded", ""),
        "bad_no_table.ods": (content(""), "sheet_damaged", "no sheet"),
    }
    for file, (text_of, code, word) in bad.items():
        save(file, text_of)
        refuse(file, code, *([word] if word else []), made_by=MADE_BY)


repeats_and_gaps()
texts_of_all_kinds()
values_without_text()
layout()
other_programs()
refusals()
