# SPDX-License-Identifier: Apache-2.0
"""Delimited text in the encodings, delimiters and habits that programs have."""

import gzip

from corpus import FILES, expect, refuse, sheet, texts

MADE_BY = "hand"


def good(file, data, *rows, options=None, form="delimited"):
    (FILES / file).write_bytes(data)
    expect(file, form, sheet([texts(*row) for row in rows]), made_by=MADE_BY, options=options)


HEAD = ("Company", "City", "Leads")
TABLE = (HEAD, ("Müller & Söhne", "Köln", "12"), ("Žluťoučký", "Łódź", "7"))


def csv(rows, delimiter=",", end="\r\n"):
    def quoted(value):
        if any(c in value for c in (delimiter, '"', "\r", "\n")):
            return '"' + value.replace('"', '""') + '"'
        return value
    return "".join(delimiter.join(quoted(value) for value in row) + end for row in rows)


for name, codec in (("utf8", "utf-8"), ("utf8_bom", "utf-8-sig"), ("utf16le_bom", "utf-16"),
                    ("utf16le", "utf-16-le"), ("utf16be", "utf-16-be"), ("utf32le", "utf-32-le"),
                    ("utf32be", "utf-32-be")):
    good(f"text_{name}.csv", csv(TABLE).encode(codec), *TABLE)

legacy = {
    "windows-1252": (HEAD, ("Müller & Söhne", "Köln", "12"), ("Façade Élysée", "Besançon", "7"),
                     ("Ação e Coração", "São Paulo", "3")),
    "windows-1250": (HEAD, ("Příliš žluťoučký kůň", "Plzeň", "12"), ("Úpěl ďábelské ódy", "Třebíč", "7")),
    "windows-1251": (HEAD, ("Общество с ограниченной ответственностью", "Москва", "12"),
                     ("Рога и копыта", "Нижний Новгород", "7")),
    "shift_jis": (HEAD, ("株式会社東京商事", "東京", "12"), ("大阪製作所", "大阪", "7")),
    "gb18030": (HEAD, ("上海贸易有限公司", "上海", "12"), ("北京科技有限公司", "北京", "7")),
}
for codec, rows in legacy.items():
    good(f"text_{codec.replace('-', '_')}.csv", csv(rows).encode(codec), *rows, options={"encoding": codec})

for name, delimiter in (("semicolon", ";"), ("tab", "\t"), ("pipe", "|")):
    good(f"text_{name}.csv", csv(TABLE, delimiter).encode(), *TABLE)
good("text_sep_line.csv", b"sep=;\r\n" + csv(TABLE, ";").encode(), *TABLE)
good("text_caret.csv", csv(TABLE, "^").encode(), *TABLE, options={"delimiter": "^"})

good("text_quotes.csv",
     b'a,b,c\n"x,y","say ""hi""","two\nlines"\n"q"tail,5" pipe, "sp" \n,,\n"",last,\n',
     ("a", "b", "c"), ("x,y", 'say "hi"', "two\nlines"), ("qtail", '5" pipe', ' "sp" '), (None,) * 3,
     (None, "last", None))
WISHES = (("Industry", "Country", "Leads"), ("Oil, Gas", "United Kingdom", "12"), ("Health Care", None, "7"),
          ("Legal", "Côte d'Ivoire", "30"))


def styled(cell, begin, end):
    """Every cell quoted, whatever it holds."""
    return begin + (cell or "").replace(end, end * 2) + end


good("text_blank_before_quote.csv",
     "".join(", ".join(styled(c, '"', '"') for c in row) + "\r\n" for row in WISHES).encode(), *WISHES)
good("text_apostrophes.csv", "".join(";".join(styled(c, "'", "'") for c in row) + "\n" for row in WISHES).encode(), *WISHES)
good("text_aligned.txt", "".join(f"{i:<14}{c or '':<17}{n:>5}\n" for i, c, n in WISHES).encode(), *WISHES)
for name, end in (("lf", "\n"), ("cr", "\r")):
    good(f"text_{name}.csv", csv(TABLE, end=end).encode(), *TABLE)
good("text_mixed_ends.csv", b"a,b\r\n1,2\n3,4\r5,6", ("a", "b"), ("1", "2"), ("3", "4"), ("5", "6"))
good("text_ragged.csv", b"a,b,c\n1\n1,2,3,4\n\n1,2\n", ("a", "b", "c"), ("1",), ("1", "2", "3", "4"), (), ("1", "2"))
good("text_one_column.csv", "Company\nAcme\nMüller\n".encode(), ("Company",), ("Acme",), ("Müller",))
good("text_gzipped.csv.gz", gzip.compress(csv(TABLE).encode(), mtime=0), *TABLE, form="gzipped")
good("text_misnamed.xlsx", csv(TABLE).encode(), *TABLE)

REFUSED = {
    "bad_open_quote.csv": (b'a,b\n1,"never closed\n2,3\n', "sheet_unterminated_quote", ["line 2"]),
    "bad_empty.csv": (b"", "sheet_empty", ["empty"]),
    "bad_long_cell.csv.gz": (gzip.compress(b"a,b\n1," + b"x" * 1100000 + b"\n", mtime=0), "sheet_limit_exceeded", ["1048576"]),
    "bad_gzip_cut.csv.gz": (gzip.compress(csv(TABLE * 50).encode(), mtime=0)[:60], "sheet_damaged", [".gz"]),
    "bad_gzip_bomb.csv.gz": (gzip.compress(b" " * (96 << 20), 9, mtime=0), "sheet_limit_exceeded", ["64 MiB"]),
    "refused.pdf": (b"%PDF-1.7\n%\xe2\xe3\n", "sheet_unsupported_format", ["PDF"]),
}
for file, (data, code, words) in REFUSED.items():
    (FILES / file).write_bytes(data)
    refuse(file, code, *words, made_by=MADE_BY)
