# SPDX-License-Identifier: Apache-2.0
"""What is said to a person, in the language of LibreOffice, and what is written beside a row."""

import json
from pathlib import Path

# ISO 4217, as the program divides them.
NO_DIGITS = frozenset("BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX UYI VND VUV XAF XOF".split())
THREE_DIGITS = frozenset("BHD IQD JOD KWD LYD OMR TND".split())

ORDERED, ALREADY, ENDED = "Placed", "Already Ordered", "Ordered, Then Ended"
UNANSWERED = ("Unknown Outcome", "Sending")
SKIPPED = {"in the sheet twice": "statusTwice", "changed since ordered": "statusChanged"}


class Words:
    def __init__(self, language, table=None):
        if table is None:
            table = json.loads((Path(__file__).resolve().parent / "texts.json").read_text(encoding="utf-8"))
        self.table = table
        self.language = "de" if language.lower().startswith("de") else "en"

    def __call__(self, name, **values):
        return self.table[name][self.language].format(**values)

    def count(self, name, count, **values):
        """The text for one, or for any other number."""
        return self(name + ("One" if count == 1 else "Many"), count=self.number(count), **values)

    def number(self, count):
        text = f"{count:,}"
        return text.replace(",", ".") if self.language == "de" else text

    def money(self, money):
        digits = digits_of(money["currency"])
        text = f"{money['amount'] / 10 ** digits:,.{digits}f}"
        if self.language == "de":
            text = text.translate(str.maketrans(",.", ".,"))
        return f"{text} {money['currency']}"


def digits_of(currency):
    return 0 if currency in NO_DIGITS else 3 if currency in THREE_DIGITS else 2


def plain_money(money):
    """As --max-total takes it: exact, whatever the language."""
    digits = digits_of(money["currency"])
    whole, rest = divmod(money["amount"], 10 ** digits)
    return f"{whole}.{rest:0{digits}d} {money['currency']}" if digits else f"{whole} {money['currency']}"


def amount_cell(money):
    """A number, so that a column can be added up."""
    return money["amount"] / 10 ** digits_of(money["currency"]) if money else ""


def order_cells(words, order):
    """Beside a row, what the service says of its order."""
    money = order.get("held") or order.get("quoted") or {}
    return {"key": order["idempotencyKey"],
            "status": words("statusOrderedNow", status=order["status"].replace("_", " ")),
            "order": order["orderNumber"],
            "held": amount_cell(order.get("held")),
            "charged": amount_cell(order.get("charged")),
            "currency": money.get("currency", ""),
            "leads": float(order.get("deliveredLeads") or 0)}


def row_cells(words, row):
    """Beside a row, what a run says of it."""
    state, made = row["state"], {"order": row.get("orderNumber", "")}
    if row.get("key"):
        made["key"] = row["key"]
    if state in (ORDERED, ALREADY):
        made["status"] = words("statusOrdered")
    elif state == ENDED:
        made["status"] = words("statusOrderedNow", status=row.get("orderStatus", "").replace("_", " "))
    elif state in UNANSWERED:
        made["status"] = words("statusUnknown")
    elif state == "Needs Fix":
        said = " ".join(problem["message"] for problem in row.get("problems", ())) or row.get("message", "")
        made["status"] = words("statusFix", why=said)
    elif state == "Refused":
        made["status"] = words("statusRefused", why=row.get("message", "") or row.get("code", ""))
    elif state == "Skipped":
        made["status"] = skipped_text(words, row)
    else:
        made["status"] = words("statusOpen")
    held = row.get("held")
    if held:
        made.update(held=amount_cell(held), currency=held["currency"])
    return made


def skipped_text(words, row):
    if row.get("equivalentOrders"):
        return words("statusBefore", orders=orders_text(row))
    name = SKIPPED.get(row.get("skipReason"))
    if name == "statusChanged":
        return words("statusChanged", order=row.get("orderNumber", ""))
    return words(name) if name else words("statusLeftOut", why=row.get("message") or row.get("skipReason", ""))


def orders_text(row):
    return ", ".join(order["orderNumber"] for order in row.get("equivalentOrders", ()))


def lead_cell(value):
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, (int, float)):
        return float(value)
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return str(value)


def lead_table(leads, row_of):
    """The rows of the tab with leads, in the order of the sheet's rows. row_of: order number -> row, as a person counts."""
    ours = [lead for lead in leads if lead.get("orderNumber") in row_of]
    ours.sort(key=lambda lead: row_of[lead["orderNumber"]])
    if not ours:
        return []
    names = list(dict.fromkeys(name for lead in ours for name in lead if name != "type"))
    header = ("Row", *names)
    return [header] + [(float(row_of[lead["orderNumber"]]), *(lead_cell(lead.get(name)) for name in names)) for lead in ours]
