# SPDX-License-Identifier: Apache-2.0
"""Workbooks written part by part, for what no library writes but other programs do."""

import zipfile

from corpus import FILES, expect, refuse, sheet, texts

MADE_BY = "hand"
MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
STRICT = "http://purl.oclc.org/ooxml/spreadsheetml/main"
REL = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
STRICT_REL = "http://purl.oclc.org/ooxml/officeDocument/relationships"
PACKAGE = "http://schemas.openxmlformats.org/package/2006"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
DATE_STYLES = ('<numFmts count="1"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/></numFmts>'
               '<cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="21"/></cellXfs>')


def parts(rows, shared=None, styles=None, main=MAIN, rel=REL, workbook_extra="", sheet_extra="", before=""):
    """The parts of a workbook with one sheet of these rows in XML."""
    made = {
        "[Content_Types].xml":
            f'<Types xmlns="{PACKAGE}/content-types"><Default Extension="xml" ContentType="application/xml"/>'
            f'<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.'
            f'spreadsheetml.sheet.main+xml"/></Types>',
        "_rels/.rels":
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{rel}/officeDocument" '
            f'Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml":
            f'<workbook xmlns="{main}" xmlns:r="{rel}">{workbook_extra}<sheets><sheet name="S" sheetId="1" '
            f'r:id="rId1"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels":
            f'<Relationships xmlns="{PACKAGE}/relationships"><Relationship Id="rId1" Type="{rel}/worksheet" '
            f'Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="{rel}/sharedStrings" '
            f'Target="sharedStrings.xml"/><Relationship Id="rId3" Type="{rel}/styles" Target="styles.xml"/>'
            f'</Relationships>',
        "xl/worksheets/sheet1.xml":
            f'<worksheet xmlns="{main}">{before}<sheetData>{rows}</sheetData>{sheet_extra}</worksheet>',
    }
    if shared is not None:
        made["xl/sharedStrings.xml"] = f'<sst xmlns="{main}">{shared}</sst>'
    if styles is not None:
        made["xl/styles.xml"] = f'<styleSheet xmlns="{main}">{styles}</styleSheet>'
    return {name: HEAD + text for name, text in made.items()}


def save(file, made, stored=()):
    with zipfile.ZipFile(FILES / file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in made.items():
            info = zipfile.ZipInfo(name, (2026, 1, 31, 0, 0, 0))
            info.compress_type = zipfile.ZIP_STORED if name in stored else zipfile.ZIP_DEFLATED
            archive.writestr(info, text)


def good(file, made, rows, form="xlsx", **layout):
    save(file, made)
    expect(file, form, sheet(rows, "S", **layout), made_by=MADE_BY)


def bad(file, made, code, *words):
    save(file, made)
    refuse(file, code, *words, made_by=MADE_BY)


def rich_and_phonetic():
    shared = ("<si><t>plain</t></si>"
              "<si><r><rPr><b/></rPr><t>rich </t></r><r><t xml:space=\"preserve\">text</t></r></si>"
              "<si><t>東京</t><rPh sb=\"0\" eb=\"2\"><t>トウキョウ</t></rPh><phoneticPr fontId=\"1\"/></si>"
              "<si><r><t>大</t></r><r><t>阪</t></r><rPh sb=\"0\" eb=\"2\"><t>オオサカ</t></rPh></si>"
              "<si><t>line_x000D_\nend _x005F_x0041_ _x0041_ _xZZZZ_</t></si>"
              "<si/><si><t/></si><si><t xml:space=\"preserve\">  kept  </t></si>"
              "<si><t>cut<![CDATA[ <data> ]]>here<!-- no -->!</t></si>")
    rows = "".join(f'<row r="{i + 1}"><c r="A{i + 1}" t="s"><v>{i}</v></c></row>' for i in range(9))
    wanted = [["text:plain"], ["text:rich text"], ["text:東京"], ["text:大阪"],
              ["text:line\r\nend _x0041_ A _xZZZZ_"], [None], [None], ["text:  kept  "], ["text:cut <data> here!"]]
    good("hand_rich_phonetic.xlsx", parts(rows, shared), wanted)


def cell_types():
    rows = ('<row r="1"><c r="A1" t="inlineStr"><is><t>inline</t></is></c><c r="B1" t="inlineStr"><is><r><t>in</t></r>'
            '<r><t>line</t></r><rPh sb="0" eb="1"><t>no</t></rPh></is></c><c r="C1" t="str"><v>bare str</v></c></row>'
            '<row r="2"><c r="A2" t="b"><v>1</v></c><c r="B2" t="b"><v>0</v></c><c r="C2" t="e"><v>#NAME?</v></c></row>'
            '<row r="3"><c r="A3" t="d" s="1"><v>2026-01-31</v></c><c r="B3" t="n"><v>1.50</v></c>'
            '<c r="C3"><v>1<!-- x -->2</v></c></row>'
            '<row r="4"><c r="A4" t="str"><f>A1</f><v>of text</v></c><c r="B4"><f>1+1</f><v>2</v></c>'
            '<c r="C4" t="b"><f>TRUE()</f><v>1</v></c><c r="D4" t="e"><f>1/0</f><v>#DIV/0!</v></c>'
            '<c r="E4"><f>A9</f></c></row>'
            '<row r="5"><c r="A5" s="1"><v>46053</v></c><c r="B5" s="2"><v>46053</v></c><c r="C5" s="3"><v>0.5</v></c>'
            '<c r="D5" s="1"><v>-1</v></c></row>')
    wanted = [texts("inline", "inline", "bare str"),
              ["boolean:TRUE", "boolean:FALSE", "error:#NAME?"],
              ["date:2026-01-31", "number:1.5", "number:12"],
              ["=text:of text", "=number:2", "=boolean:TRUE", "=error:#DIV/0!", "=empty:"],
              {"A": "date:2026-01-31", "B": "date:1/31/2026", "C": "time:12:00:00"}]
    made = parts(rows.replace('<c r="D5" s="1"><v>-1</v></c>', ""), styles=DATE_STYLES)
    good("hand_cell_types.xlsx", made, wanted)


def without_references():
    rows = ("<row><c t=\"inlineStr\"><is><t>a</t></is></c><c/><c t=\"inlineStr\"><is><t>c</t></is></c></row>"
            "<row/><row><c/><c><v>5</v></c></row>")
    good("hand_no_references.xlsx", parts(rows), {1: ["text:a", None, "text:c"], 3: [None, "number:5"]})


def sparse():
    rows = ('<row r="2"><c r="B2"><v>1</v></c><c r="XFD2"><v>2</v></c></row>'
            '<row r="1048576"><c r="XFD1048576"><v>3</v></c></row>')
    made = parts(rows, before='<dimension ref="A1:XFD1048576"/>')
    good("hand_last_cell.xlsx", made,
         {2: {"B": "number:1", "XFD": "number:2"}, 1048576: {"XFD": "number:3"}})


def strict():
    rows = '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="d"><v>2026-01-31T12:00:00</v></c></row>'
    made = parts(rows, "<si><t>strict</t></si>", DATE_STYLES, STRICT, STRICT_REL)
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"].replace(
        '<c r="B1" t="d"><v>2026-01-31T12:00:00</v></c>', '<c r="B1" s="1"><v>46053</v></c>')
    good("hand_strict.xlsx", made, [["text:strict", "date:2026-01-31"]])


def prefixed():
    made = {name: text for name, text in parts(
        '<x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c><x:c r="B1" t="inlineStr"><x:is><x:t>in</x:t></x:is></x:c>'
        '</x:row>').items()}
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"].replace(
        "<worksheet xmlns=", "<x:worksheet xmlns:x=").replace("</worksheet>", "</x:worksheet>").replace(
        "sheetData>", "x:sheetData>").replace("</x:", "</x:").replace("<x:x:", "<x:")
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"].replace("</x:x:", "</x:")
    made["xl/sharedStrings.xml"] = HEAD + (f'<s:sst xmlns:s="{MAIN}"><s:si><s:t>prefixed</s:t></s:si></s:sst>')
    made["xl/workbook.xml"] = HEAD + (
        f'<w:workbook xmlns:w="{MAIN}" xmlns:rel="{REL}"><w:sheets><w:sheet name="S" sheetId="1" rel:id="rId1"/>'
        f'</w:sheets></w:workbook>')
    good("hand_prefixed.xlsx", made, [texts("prefixed", "in")])


def targets():
    made = parts('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', "<si><t>found</t></si>")
    rels = made["xl/_rels/workbook.xml.rels"]
    made["xl/_rels/workbook.xml.rels"] = rels.replace(
        '"worksheets/sheet1.xml"', '"/xl/worksheets/sheet1.xml"').replace(
        '"sharedStrings.xml"', '"../xl/./SharedStrings.xml"')
    good("hand_absolute_targets.xlsx", made, [["text:found"]])


def missing_optional_parts():
    made = parts('<row r="1"><c r="A1" s="7"><v>5</v></c><c r="B1" s="1"><v>46053</v></c></row>')
    good("hand_no_styles_no_strings.xlsx", made, [["number:5", "number:46053"]])


def macro_enabled():
    made = parts('<row r="1"><c r="A1" t="inlineStr"><is><t>macros are ignored</t></is></c></row>')
    made["[Content_Types].xml"] = made["[Content_Types].xml"].replace(
        "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml",
        "application/vnd.ms-excel.sheet.macroEnabled.main+xml")
    made["xl/vbaProject.bin"] = "not read"
    good("hand_macros.xlsm", made, [["text:macros are ignored"]], form="xlsm")


def utf16():
    made = parts('<row r="1"><c r="A1" t="s"><v>0</v></c></row>', "<si><t>größer 東京</t></si>")
    for name in ("xl/sharedStrings.xml", "xl/worksheets/sheet1.xml"):
        made[name] = made[name].replace("UTF-8", "UTF-16").encode("utf-16")
    good("hand_utf16.xlsx", made, [["text:größer 東京"]])


def dates_1904():
    for value, name in (("1", "one"), ("true", "true")):
        made = parts('<row r="1"><c r="A1" s="1"><v>0</v></c><c r="B1" s="1"><v>44591</v></c></row>',
                     styles=DATE_STYLES, workbook_extra=f'<workbookPr date1904="{value}"/>')
        good(f"hand_dates_1904_{name}.xlsx", made, [["date:1904-01-01", "date:2026-01-31"]])


def hidden():
    rows = ('<row r="1"><c r="A1"><v>1</v></c></row><row r="2" hidden="1"><c r="A2"><v>2</v></c></row>'
            '<row r="3" hidden="true"><c r="A3"><v>3</v></c></row><row r="4" hidden="0"><c r="A4"><v>4</v></c></row>')
    made = parts(rows, before='<cols><col min="2" max="3" hidden="1"/><col min="5" max="5" hidden="0"/></cols>',
                 sheet_extra='<mergeCells count="2"><mergeCell ref="A5:C6"/><mergeCell ref="E1:E2"/></mergeCells>')
    good("hand_hidden.xlsx", made, [["number:1"], ["number:2"], ["number:3"], ["number:4"]],
         hidden_rows=[2, 3], hidden_columns=["B", "C"], merged=["A5:C6", "E1:E2"])


def extensions():
    rows = ('<row r="1"><c r="A1"><v>1</v><extLst><ext uri="x"><v>9</v></ext></extLst></c></row>')
    made = parts(rows, sheet_extra='<extLst><ext uri="y"><sheetData><row r="1"><c r="A1"><v>8</v></c></row>'
                                   '</sheetData></ext></extLst>')
    good("hand_extensions.xlsx", made, [["number:1"]])


def refusals():
    row = '<row r="1"><c r="A1" t="inlineStr"><is><t>x</t></is></c></row>'
    made = parts(row)
    del made["xl/worksheets/sheet1.xml"]
    bad("bad_missing_sheet.xlsx", made, "sheet_damaged", "sheet1.xml")
    made = parts(row)
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"][:-30]
    bad("bad_cut_sheet.xlsx", made, "sheet_damaged", "sheet1.xml")
    made = parts('<row r="1"><c r="A1" t="s"><v>7</v></c></row>', "<si><t>only one</t></si>")
    bad("bad_string_index.xlsx", made, "sheet_damaged", "Row 1")
    made = parts('<row r="4294967295"><c r="A4294967295"><v>1</v></c></row>')
    bad("bad_row_number.xlsx", made, "sheet_limit_exceeded", "1048576")
    made = parts('<row r="1"><c r="ZZZZZZ1"><v>1</v></c></row>')
    bad("bad_column_name.xlsx", made, "sheet_limit_exceeded", "16384")
    made = parts(row)
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"].replace(
        HEAD, HEAD + '<!DOCTYPE w [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>').replace(
        "<t>x</t>", "<t>&b;</t>")
    bad("bad_entity_bomb.xlsx", made, "sheet_damaged", "document type")
    made = parts(row)
    made["xl/worksheets/sheet1.xml"] = made["xl/worksheets/sheet1.xml"].replace(
        HEAD, HEAD + '<!DOCTYPE w [<!ENTITY e SYSTEM "file:///etc/hostname">]>').replace("<t>x</t>", "<t>&e;</t>")
    bad("bad_external_entity.xlsx", made, "sheet_damaged", "document type")
    made = parts(row)
    made["xl/_rels/workbook.xml.rels"] = made["xl/_rels/workbook.xml.rels"].replace(
        "worksheets/sheet1.xml", "../../../etc/passwd")
    bad("bad_target_outside.xlsx", made, "sheet_damaged")
    # 96 MiB of blanks in one place pack to 100 KB.
    bad("bad_blank_bomb.xlsx", parts(" " * (96 << 20) + row), "sheet_limit_exceeded", "64 MiB")
    bad("bad_cell_bomb.xlsx",
        parts('<row r="1"><c r="A1" t="inlineStr"><is><t>' + "x" * (96 << 20) + "</t></is></c></row>"),
        "sheet_limit_exceeded", "Row 1")
    bad("bad_attribute_bomb.xlsx", parts('<row r="1" spans="' + "1" * (24 << 20) + '"/>'), "sheet_limit_exceeded")
    bad("bad_deep.xlsx", parts("<a>" * 5000 + "</a>" * 5000), "sheet_damaged", "deep")


def broken_archives():
    save("hand_whole.xlsx", parts('<row r="1"><c r="A1"><v>1</v></c></row>'))
    expect("hand_whole.xlsx", "xlsx", sheet([["number:1"]], "S"), made_by=MADE_BY)
    whole = (FILES / "hand_whole.xlsx").read_bytes()
    (FILES / "bad_cut_archive.xlsx").write_bytes(whole[: len(whole) // 2])
    refuse("bad_cut_archive.xlsx", "sheet_damaged", made_by=MADE_BY)
    (FILES / "bad_no_directory.xlsx").write_bytes(whole[: whole.rfind(b"PK\x05\x06")])
    refuse("bad_no_directory.xlsx", "sheet_damaged", made_by=MADE_BY)

    def lying(file, find, change, *words, code="sheet_damaged"):
        data = bytearray(whole)
        entry = data.find(b"PK\x01\x02", data.find(b"PK\x01\x02"))
        while find not in data[entry:data.find(b"PK\x01\x02", entry + 4) if data.find(b"PK\x01\x02", entry + 4) > 0
                              else len(data)]:
            entry = data.find(b"PK\x01\x02", entry + 4)
        change(data, entry)
        (FILES / file).write_bytes(bytes(data))
        refuse(file, code, *words, made_by=MADE_BY)

    def put(offset, value):
        def change(data, entry):
            data[entry + offset:entry + offset + 4] = value.to_bytes(4, "little")
        return change

    part = b"xl/worksheets/sheet1.xml"
    lying("bad_claims_4gb.xlsx", part, put(24, 0xFFFFFFF0), "sheet1.xml")
    lying("bad_claims_less.xlsx", part, put(24, 10), "sheet1.xml")
    lying("bad_crc.xlsx", part, put(16, 0x12345678), "sheet1.xml")
    lying("bad_offset.xlsx", part, put(42, 0x7FFFFFFF))

    def encrypted(data, entry):
        data[entry + 8] |= 1
    lying("bad_zip_password.xlsx", part, encrypted, "encrypted", code="sheet_password_protected")


rich_and_phonetic()
cell_types()
without_references()
sparse()
strict()
prefixed()
targets()
missing_optional_parts()
macro_enabled()
utf16()
dates_1904()
hidden()
extensions()
refusals()
broken_archives()
