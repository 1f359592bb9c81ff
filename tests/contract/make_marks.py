#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes marks.json: requests and the marks of their orders, which server and clients are both held against.

Computed here a third time, with nothing but Python's own tables, from the rule in
docs/adr/2026-11-23-one-wish-one-order.md.
    make_marks.py            writes marks.json
    make_marks.py --check    fails when what stands there is another
"""

import hashlib
import json
import sys
import unicodedata
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
PRODUCTS = json.loads((HERE / "../../resources/api/products.json").read_text(encoding="utf-8"))
LISTS = {f["name"] for f in PRODUCTS["commonFields"] + [f for p in PRODUCTS["products"] for f in p["fields"]]
         if f["kind"] == "list"}
LEFT_OUT = {"leadCount", "excludeOwned", "quoteId", "maxPrice", "externalRef", "notes", "autoDeliver",
            "metadata", "duplicates", "acknowledgeDuplicateOf"}
# Unicode: White_Space, Default_Ignorable_Code_Point.
SPACE = {*range(0x09, 0x0E), 0x20, 0x85, 0xA0, 0x1680, *range(0x2000, 0x200B), 0x2028, 0x2029, 0x202F, 0x205F, 0x3000}
IGNORED = {0xAD, 0x34F, 0x61C, 0x115F, 0x1160, 0x17B4, 0x17B5, *range(0x180B, 0x1810), *range(0x200B, 0x2010),
           *range(0x202A, 0x202F), *range(0x2060, 0x2070), 0x3164, *range(0xFE00, 0xFE10), 0xFEFF, 0xFFA0,
           *range(0xFFF0, 0xFFF9), *range(0x1BCA0, 0x1BCA4), *range(0x1D173, 0x1D17B), *range(0xE0000, 0xE1000)}


def folded(text):
    before = None
    while before != text:  # NFKC_Casefold is what this comes to rest at
        before = text
        text = "".join(c for c in unicodedata.normalize("NFKC", text) if ord(c) not in IGNORED).casefold()
        text = unicodedata.normalize("NFC", text)
    words = "".join(" " if ord(c) in SPACE else c for c in text).split(" ")
    return " ".join(word for word in words if word)


def values_of(name, given):
    if isinstance(given, bool):
        return [] if not given and name in ("requireEmail", "requirePhone") else [str(given).lower()]
    if isinstance(given, (int, Decimal)):
        text = format(Decimal(given), "f")
        return [text.rstrip("0").rstrip(".") if "." in text else text]
    items = given.split(",") if isinstance(given, str) and name in LISTS else given
    items = [items] if isinstance(items, str) else items
    return [text for text in map(folded, items) if text]


def mark(request):
    text = "leadsheet mark 1\n"
    for name in sorted(request, key=lambda n: n.encode()):
        values = [] if name in LEFT_OUT else sorted({v.encode() for v in values_of(name, request[name])})
        if values:
            text += f"{name}:{len(values)}\n"
            text += "".join(f"{len(value)}:{value.decode()}\n" for value in values)
    return "m1-" + hashlib.sha256(text.encode()).hexdigest()[:32]


# (group, request): requests of one group have one mark, those of different groups have different ones.
FILTERS = '{"scrapingOption":"filters","leadCount":250'
DOMAINS = '{"scrapingOption":"company_domains","leadCount":10'
LOCAL = '{"scrapingOption":"local_business","leadCount":20'
ALIKE = '{"scrapingOption":"lookalikes","leadCount":30'
SEARCH = '{"scrapingOption":"search_url","leadCount":40'
CASES = [
    ("nothing but the product", FILTERS + '}'),
    ("nothing but the product", '{"leadCount":1,"scrapingOption":"filters"}'),
    ("nothing but the product", FILTERS + ',"industries":"","jobTitles":[],"keywords":" , ,"}'),
    ("nothing but the product", FILTERS + ',"requireEmail":false,"requirePhone":false}'),
    ("nothing but the product", FILTERS + ',"excludeOwned":false,"autoDeliver":false,"notes":"No agencies.","metadata":{"campaign":"q3"}}'),
    ("nothing but the product", FILTERS + ',"externalRef":"Q3, row 14","maxPrice":{"amount":9000,"currency":"USD"},"quoteId":"qt_1"}'),
    ("nothing but the product", FILTERS + ',"duplicates":"refuse","acknowledgeDuplicateOf":["LS-7Q2M9K4T6W"]}'),
    ("software in Germany", FILTERS + ',"industries":["Software"],"locations":["Germany"]}'),
    ("software in Germany", FILTERS + ',"locations":"germany","industries":"SOFTWARE"}'),
    ("software in Germany", FILTERS + ',"industries":" software ,, Software","locations":["GERMANY","germany"]}'),
    ("software in Germany", FILTERS + ',"industries":["\\uff33oftware"],"locations":["\\u2003Germany\\u00a0"]}'),
    ("software in Germany", FILTERS + ',"industries":["Soft\\u00adware"],"locations":["Ger\\u200bmany"]}'),
    ("software in Germany", '{"scrapingOption":"filters","leadCount":5000,"industries":"software","locations":"Germany","excludeOwned":true}'),
    ("only software", FILTERS + ',"industries":["Software"]}'),
    ("only Germany", FILTERS + ',"locations":["Germany"]}'),
    ("Germany as a keyword", FILTERS + ',"keywords":["Germany"]}'),
    ("Germany and Austria", FILTERS + ',"locations":["Germany","Austria"]}'),
    ("Germany and Austria", FILTERS + ',"locations":"Austria, Germany, austria"}'),
    ("one place with a comma", FILTERS + ',"locations":["Germany, Austria"]}'),
    ("a full-width comma divides nothing", FILTERS + ',"locations":"Germany\\uff0cAustria"}'),
    ("VP sales", FILTERS + ',"jobTitles":["VP Sales"]}'),
    ("VP sales", FILTERS + ',"jobTitles":"vp   sales"}'),
    ("VP sales", FILTERS + ',"jobTitles":["vp\\u00a0sales"]}'),
    ("VP sales", FILTERS + ',"jobTitles":["\\uff36\\uff30\\u3000Sales"]}'),
    ("VP sales", FILTERS + ',"jobTitles":["VP\\u2028Sales"]}'),
    ("VPSales", FILTERS + ',"jobTitles":["VPSales"]}'),
    ("vice president sales", FILTERS + ',"jobTitles":["Vice President Sales"]}'),
    ("US", FILTERS + ',"locations":["US"]}'),
    ("United States", FILTERS + ',"locations":["United States"]}'),
    ("Zurich with an umlaut", FILTERS + ',"locations":["Z\\u00fcrich"]}'),
    ("Zurich with an umlaut", FILTERS + ',"locations":["Zu\\u0308rich"]}'),
    ("Zurich with an umlaut", FILTERS + ',"locations":["Z\\u00dcRICH"]}'),
    ("Zurich with an umlaut", FILTERS + ',"locations":["ZU\\u0308RICH"]}'),
    ("Zurich without", FILTERS + ',"locations":["Zurich"]}'),
    ("sharp s", FILTERS + ',"locations":["Stra\\u00dfe"]}'),
    ("sharp s", FILTERS + ',"locations":["STRASSE"]}'),
    ("sharp s", FILTERS + ',"locations":["Stra\\u1e9ee"]}'),
    ("sigma", FILTERS + ',"locations":["\\u039f\\u03b4\\u03bf\\u03c2"]}'),
    ("sigma", FILTERS + ',"locations":["\\u039f\\u0394\\u039f\\u03a3"]}'),
    ("ligature", FILTERS + ',"keywords":["\\ufb01nance"]}'),
    ("ligature", FILTERS + ',"keywords":["Finance"]}'),
    ("circled one", FILTERS + ',"keywords":["\\u2460"]}'),
    ("circled one", FILTERS + ',"keywords":["1"]}'),
    ("half-width kana", FILTERS + ',"locations":["\\uff84\\uff73\\uff77\\uff6e\\uff73"]}'),
    ("half-width kana", FILTERS + ',"locations":["\\u30c8\\u30a6\\u30ad\\u30e7\\u30a6"]}'),
    ("dotted capital I", FILTERS + ',"locations":["\\u0130stanbul"]}'),
    ("dotted capital I", FILTERS + ',"locations":["i\\u0307stanbul"]}'),
    ("plain Istanbul", FILTERS + ',"locations":["istanbul"]}'),
    ("beyond the first plane", FILTERS + ',"keywords":["\\ud835\\udc00I"]}'),
    ("beyond the first plane", FILTERS + ',"keywords":["ai"]}'),
    ("sorted by bytes, not by UTF-16", FILTERS + ',"keywords":["\\uff5ex","\\ud83d\\ude00"]}'),
    ("sorted by bytes, not by UTF-16", FILTERS + ',"keywords":["\\ud83d\\ude00","~X"]}'),
    ("two words", FILTERS + ',"keywords":["a b"]}'),
    ("two values", FILTERS + ',"keywords":["a","b"]}'),
    ("values that look like the format", FILTERS + ',"keywords":["1:a 1:b"]}'),
    ("with e-mail", FILTERS + ',"requireEmail":true}'),
    ("with e-mail", FILTERS + ',"requireEmail":true,"requirePhone":false}'),
    ("with phone", FILTERS + ',"requirePhone":true}'),
    ("with both", FILTERS + ',"requirePhone":true,"requireEmail":true}'),
    ("without a company", FILTERS + ',"excludeDomains":["Example.com"]}'),
    ("without a company", FILTERS + ',"excludeDomains":"example.COM"}'),
    ("all of filters", FILTERS + ',"seniorities":["vp","head"],"departments":"sales","companySizes":["51-200","201-500"],"technologies":["PostgreSQL"],"keywords":"logistics"}'),
    ("all of filters", FILTERS + ',"technologies":"postgresql","keywords":["Logistics"],"companySizes":"201-500,51-200","departments":["sales"],"seniorities":"head, vp, head"}'),
    ("another size", FILTERS + ',"seniorities":["vp","head"],"departments":"sales","companySizes":["51-200"],"technologies":["PostgreSQL"],"keywords":"logistics"}'),
    ("a search", SEARCH + ',"searchUrl":"https://search.example/people?title=cto"}'),
    ("a search", SEARCH + ',"searchUrl":" HTTPS://Search.Example/people?title=CTO ","source":""}'),
    ("a search with commas", SEARCH + ',"searchUrl":"https://search.example/people?title=cto,ceo"}'),
    ("a search of a site", SEARCH + ',"searchUrl":"https://search.example/people?title=cto","source":"apollo"}'),
    ("companies", DOMAINS + ',"domains":["example.com","example.org"]}'),
    ("companies", DOMAINS + ',"domains":"EXAMPLE.org,example.com,Example.Org"}'),
    ("companies, five each", DOMAINS + ',"domains":["example.com","example.org"],"maxPerCompany":5}'),
    ("companies, five each", DOMAINS + ',"domains":["example.com","example.org"],"maxPerCompany":5.0}'),
    ("companies, fifty each", DOMAINS + ',"domains":["example.com","example.org"],"maxPerCompany":50}'),
    ("companies by page", DOMAINS + ',"linkedinUrls":["https://www.linkedin.com/company/Example"],"jobTitles":"CTO","seniorities":"c_suite"}'),
    ("companies by page", DOMAINS + ',"linkedinUrls":"https://www.LinkedIn.com/company/example","jobTitles":["cto"],"seniorities":["c_suite"]}'),
    ("left-out companies", DOMAINS + ',"domains":"example.net","excludeDomains":["example.com","example.org"]}'),
    ("dentists", LOCAL + ',"categories":["dentist"],"locations":["Vienna"]}'),
    ("dentists", LOCAL + ',"categories":"Dentist","locations":"VIENNA,"}'),
    ("dentists around", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"radiusKm":20}'),
    ("dentists of note", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"minRating":4.5}'),
    ("dentists of note", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"minRating":4.50}'),
    ("dentists of four", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"minRating":4}'),
    ("dentists of four", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"minRating":4.0}'),
    ("dentists of zero", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"minRating":0.0}'),
    ("dentists with a site", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"hasWebsite":true}'),
    ("dentists without a site", LOCAL + ',"categories":["dentist"],"locations":["Vienna"],"hasWebsite":false}'),
    ("alike", ALIKE + ',"seedDomains":["example.com"],"industries":"Logistics","locations":"Netherlands","companySizes":"51-200","jobTitles":"Operations Manager"}'),
    ("alike", ALIKE + ',"jobTitles":["operations manager"],"companySizes":["51-200"],"locations":["NETHERLANDS"],"industries":["logistics"],"seedDomains":"Example.com"}'),
    ("alike, seeds only", ALIKE + ',"seedDomains":["example.com"]}'),
    ("the domain of alike, as a company", DOMAINS + ',"domains":["example.com"]}'),
]


def document():
    marks, lines = {}, []
    for group, raw in CASES:
        made = mark(json.loads(raw, parse_float=Decimal))
        if marks.setdefault(group, made) != made:
            sys.exit(f"{group}: {raw} has another mark than the requests before it")
        lines.append(f'        {{"group": {json.dumps(group)}, "mark": "{made}",\n         "request": {raw}}}')
    if len(set(marks.values())) != len(marks):
        sys.exit("two groups have one mark")
    about = "Requests to buy and the marks of their orders; one mark in a group. Made by make_marks.py."
    return f'{{\n    "about": "{about}",\n    "cases": [\n' + ",\n".join(lines) + "\n    ]\n}\n"


if __name__ == "__main__":
    target = HERE / "marks.json"
    if sys.argv[1:] == ["--check"]:
        if target.read_text(encoding="utf-8") != document():
            sys.exit("marks.json is not what make_marks.py makes")
    else:
        target.write_text(document(), encoding="utf-8")
        print(f"{len(CASES)} cases")
