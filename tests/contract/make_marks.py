#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes marks.json: requests and the marks of their orders, which server and clients are both held against, and rows
and their order keys, which everything that orders rows is held against.

Computed by client-core/python, with nothing but Python's own tables, from the rules in
docs/adr/2026-11-21-derived-order-keys.md and docs/adr/2026-11-23-one-wish-one-order.md.
    make_marks.py            writes marks.json
    make_marks.py --check    fails when what stands there is another
"""

import json
import sys
from decimal import Decimal
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE / "../../client-core/python"))
sys.dont_write_bytecode = True
import order_identity  # noqa: E402

CATALOGUE = json.loads((HERE / "../../resources/api/products.json").read_text(encoding="utf-8"))
LISTS = order_identity.list_fields(CATALOGUE)

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
    ("dotless i", FILTERS + ',"locations":["\\u0131stanbul"]}'),
    ("Cherokee, whose small letters are the late ones", FILTERS + ',"keywords":["\\u13a0\\u13f0"]}'),
    ("Cherokee, whose small letters are the late ones", FILTERS + ',"keywords":["\\uab70\\u13f8"]}'),
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


# (group, request, what else is said of the row): rows of one group have one order key, those of different groups have
# different ones. None of them has a Reference in its request: that is said beside it.
KEY_CASES = [
    ("a hundred of anyone", '{"scrapingOption":"filters","leadCount":100}', {}),
    ("a hundred of anyone", '{"leadCount":100,"scrapingOption":"filters"}', {}),
    ("a hundred of anyone", '{"scrapingOption":"filters","leadCount":100,"quoteId":"qt_1","maxPrice":{"amount":9000,"currency":"USD"}}', {}),
    ("a hundred of anyone", '{"scrapingOption":"filters","leadCount":100,"duplicates":"refuse","acknowledgeDuplicateOf":["LS-7Q2M9K4T6W"]}', {}),
    ("a hundred of anyone", '{"scrapingOption":"filters","leadCount":100}', {"reference": " \t\r\n"}),
    ("a hundred and one", '{"scrapingOption":"filters","leadCount":101}', {}),
    ("the same row again", '{"scrapingOption":"filters","leadCount":100}', {"occurrence": 1}),
    ("the same row a third time", '{"scrapingOption":"filters","leadCount":100}', {"occurrence": 2}),
    ("ordered again", '{"scrapingOption":"filters","leadCount":100}', {"generation": 1}),
    ("the same row again, ordered again", '{"scrapingOption":"filters","leadCount":100}', {"occurrence": 1, "generation": 1}),
    ("the twelfth row, ordered again", '{"scrapingOption":"filters","leadCount":100}', {"occurrence": 11, "generation": 1}),
    ("with a Reference", '{"scrapingOption":"filters","leadCount":100}', {"reference": "A-17"}),
    ("with a Reference", FILTERS + ',"industries":["Software"]}', {"reference": "A-17"}),
    ("with a Reference", FILTERS + '}', {"reference": "  A-17\n", "occurrence": 4}),
    ("with a Reference, ordered again", FILTERS + '}', {"reference": "A-17", "generation": 1}),
    ("another Reference", FILTERS + '}', {"reference": "a-17"}),
    ("a Reference with an accent", FILTERS + '}', {"reference": "Z\u00fcrich \u2013 1"}),
    ("a Reference with an accent", FILTERS + '}', {"reference": "Zu\u0308rich \u2013 1"}),
    ("a Reference within no-break spaces", FILTERS + '}', {"reference": "\u00a0A-17\u00a0"}),
    ("software in Germany", FILTERS + ',"industries":["Software"],"locations":["Germany"]}', {}),
    ("software in Germany", '{"scrapingOption":"filters","locations":["Germany"],"industries":["Software"],"leadCount":250}', {}),
    ("written otherwise", FILTERS + ',"industries":["software"],"locations":["Germany"]}', {}),
    ("a list as text", FILTERS + ',"industries":"Software","locations":["Germany"]}', {}),
    ("Germany and Austria", FILTERS + ',"locations":["Germany","Austria"]}', {}),
    ("Austria and Germany", FILTERS + ',"locations":["Austria","Germany"]}', {}),
    ("no places", FILTERS + ',"locations":[]}', {}),
    ("cafes", FILTERS + ',"industries":["Caf\\u00e9s"]}', {}),
    ("cafes", FILTERS + ',"industries":["Cafe\\u0301s"]}', {}),
    ("a compatible letter is another", FILTERS + ',"industries":["\\uff23af\\u00e9s"]}', {}),
    ("Hangul", FILTERS + ',"keywords":["\\ud55c"]}', {}),
    ("Hangul", FILTERS + ',"keywords":["\\u1112\\u1161\\u11ab"]}', {}),
    ("beyond the first plane", FILTERS + ',"keywords":["\\ud83d\\ude00","\\ud835\\udc00"]}', {}),
    ("signs that JSON escapes", FILTERS + r',"notes":"\"C:\\x\" a/b\ttab\nline\r\b\f\u0001\u001f"}', {}),
    ("signs that it does not", FILTERS + ',"notes":"\\u007f \\u0085 \\u2028 \\u2029 \\ufeff <>&\'"}', {}),
    ("rated four and a half", LOCAL + ',"categories":["dentist"],"minRating":4.5}', {}),
    ("rated four and a half", LOCAL + ',"categories":["dentist"],"minRating":4.50}', {}),
    ("rated four", LOCAL + ',"categories":["dentist"],"minRating":4}', {}),
    ("rated four", LOCAL + ',"categories":["dentist"],"minRating":4.0}', {}),
    ("rated zero", LOCAL + ',"categories":["dentist"],"minRating":0.0}', {}),
    ("with a site", LOCAL + ',"categories":["dentist"],"hasWebsite":true,"radiusKm":25}', {}),
    ("without a site", LOCAL + ',"categories":["dentist"],"hasWebsite":false,"radiusKm":25}', {}),
    ("false is said", FILTERS + ',"requireEmail":false}', {}),
    ("with names of one's own", FILTERS + ',"metadata":{"b":"2","a":"1","B":"3","\\uff5e":"x","\\ud83d\\ude00":"y","\\u00e9":"z"}}', {}),
    ("with names of one's own", FILTERS + ',"metadata":{"\\ud83d\\ude00":"y","a":"1","\\uff5e":"x","B":"3","\\u00e9":"z","b":"2"}}', {}),
    ("the largest", '{"scrapingOption":"filters","leadCount":50000,"excludeOwned":true}', {}),
    ("text that looks like the format", FILTERS + ',"keywords":["1:0","]1:0"]}', {}),
    ("a search", SEARCH + ',"searchUrl":"https://search.example/people?title=cto,ceo&x=%20"}', {}),
    ("companies", DOMAINS + ',"domains":["example.com","example.org"],"maxPerCompany":5}', {}),
    ("alike", ALIKE + ',"seedDomains":["example.com"],"excludeDomains":["example.org"]}', {}),
]


def mark_lines():
    """C++ names the common fields that narrow, Python and TypeScript those that do not: only a case tells them apart."""
    requests = [json.loads(raw) for _, raw in CASES]
    for product, fields in [("", CATALOGUE["commonFields"]), *((p["id"], p["fields"]) for p in CATALOGUE["products"])]:
        for field in fields:
            if not any(field["name"] in said and product in ("", said["scrapingOption"]) for said in requests):
                sys.exit(f"no case has the field {field['name']} {product and 'of ' + product}: add one")
    marks = {}
    for group, raw in CASES:
        made = order_identity.order_mark(json.loads(raw, parse_float=Decimal), LISTS)
        if marks.setdefault(group, made) != made:
            sys.exit(f"{group}: {raw} has another mark than the requests before it")
        yield f'        {{"group": {json.dumps(group)}, "mark": "{made}",\n         "request": {raw}}}'
    if len(set(marks.values())) != len(marks):
        sys.exit("two groups have one mark")


def key_lines():
    keys = {}
    for group, raw, row in KEY_CASES:
        said = {"occurrence": 0, "generation": 0, "reference": "", **row}
        body, made = order_identity.row_identity(json.loads(raw, parse_float=Decimal), **said)
        if keys.setdefault(group, made) != made:
            sys.exit(f"{group}: {raw} has another order key than the rows before it")
        yield (f'        {{"group": {json.dumps(group)}, "key": "{made}",\n         "request": {raw},\n'
               f'         "occurrence": {said["occurrence"]}, "generation": {said["generation"]}, '
               f'"reference": {json.dumps(said["reference"])},\n         "body": {json.dumps(body)}}}')
    if len(set(keys.values())) != len(keys):
        sys.exit("two groups have one order key")


def document():
    about = ("Requests to buy and the marks of their orders, one mark in a group; rows, the bodies they send and their order keys, one key "
             "in a group. Made by make_marks.py.")
    return (f'{{\n    "about": "{about}",\n    "cases": [\n' + ",\n".join(mark_lines()) + '\n    ],\n    "keys": [\n' +
            ",\n".join(key_lines()) + "\n    ]\n}\n")


if __name__ == "__main__":
    target = HERE / "marks.json"
    if sys.argv[1:] == ["--check"]:
        if target.read_text(encoding="utf-8") != document():
            sys.exit("marks.json is not what make_marks.py makes")
    else:
        target.write_text(document(), encoding="utf-8")
        print(f"{len(CASES)} marks, {len(KEY_CASES)} order keys")
