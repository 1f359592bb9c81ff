# SPDX-License-Identifier: Apache-2.0
"""The pages that explain: start, products, errors, events, limits, changelog, roadmap, status, try it."""

import json

from .page import Page
from .snippets import curl

# What the server fills in when it shows the status: (marker, what it is).
STATUS_ROWS = (
    ("database", "Database"), ("environment", "Environment"),
    ("started", "Started"), ("uptime", "Up for"), ("requests", "Requests answered since the start"),
    ("succeeded", "of them with 2xx or 3xx"), ("refused", "of them with 4xx"),
    ("failed", "of them with 5xx"), ("mean", "Mean time of an answer"),
    ("asof", "These numbers are of"),
)
LANGUAGES = (("Python", "python", "verify.py"), ("Node", "js", "verify.mjs"), ("PHP", "php", "verify.php"),
             ("Java", "java", "Verify.java"), ("Ruby", "ruby", "verify.rb"))


def pretty(value):
    return json.dumps(value, ensure_ascii=False, indent=2)


def start(operations, sandbox):
    page = Page("docs", "Start", "Order verified B2B lead lists, follow them, fetch the leads and have them "
                "delivered, over HTTP.")
    page.heading(2, "1. Get a key")
    if sandbox:
        page.text("This is a sandbox: money, people and companies are made up, and everything that is ordered is "
                  "delivered within seconds.")
        page.raw(f'<form method="post" action="{page.relative("docs/key")}"><button type="submit">Make a key</button>'
                 "</form>\n", "A key: `curl -X POST \"$LEADSHEET_BASE_URL/docs/key.md\"`")
        page.text("The key belongs to an account of its own, with play money, and is shown once.")
    else:
        page.text("Keys are made by the operator of the service, and by whoever holds a key with the scope "
                  "`keys:write` ([createKey](docs/operations/keys#createKey)). To try things out first, run a sandbox on your "
                  "own computer, where a key is made by one click and everything is delivered within seconds:")
        page.code("sh", "leadsheet sandbox --port 8080     # then open http://127.0.0.1:8080/")
    page.text("Snippets take the address and the key from the environment:")
    page.code("sh", 'export LEADSHEET_BASE_URL=http://127.0.0.1:8080\nexport LEADSHEET_API_KEY=sk_live_…')
    page.heading(2, "2. Ask for a price")
    by_id = {operation.id: operation for operation in operations}
    page.code("sh", curl(by_id["createQuote"]))
    page.heading(2, "3. Order")
    page.text("The `Idempotency-Key` names the order: sent again with the same content, it answers with the same order and "
              "charges nothing. Take one that you can make again after a crash, such as the number of your row.")
    page.code("sh", curl(by_id["createOrder"]))
    page.heading(2, "4. Fetch the leads")
    page.text("When the order is `delivered` ([getOrder](docs/operations/orders#getOrder), or the event "
              "[order.delivered](docs/events#order.delivered)), its leads are yours:")
    page.code("sh", curl(by_id["listLeads"]))
    page.heading(2, "Libraries")
    page.text("""
- **TypeScript and JavaScript**: the package `leadsheet`, typed from the same document as these pages. `client` and `admin` stand for it in the snippets:
""")
    page.code("ts", 'import { Leadsheet } from "leadsheet";\n\nconst client = new Leadsheet({\n'
              "    baseUrl: process.env.LEADSHEET_BASE_URL!,\n    apiKey: process.env.LEADSHEET_API_KEY!,\n});\n")
    page.text("- **C++20**: the library `leadsheet::client`. What can fail returns a `Result`, which `LEADSHEET_TRY` unpacks "
              "or hands on:")
    page.code("cpp", "#include <leadsheet/client.hpp>\n#include <leadsheet/try.hpp>\n\n"
              "LEADSHEET_TRY(auto key, leadsheet::ApiKey::parse(std::getenv(\"LEADSHEET_API_KEY\")));\n"
              "LEADSHEET_TRY(auto client, leadsheet::Client::create({std::getenv(\"LEADSHEET_BASE_URL\"), key}));\n")
    page.text("- **Assistants**: `POST /mcp` speaks the Model Context Protocol with the same keys "
              "([callMcp](docs/operations/mcp#callMcp)).\n- **Anything else**: the [OpenAPI document](v1/openapi.json); "
              "every page here also exists as Markdown (add `.md`), and [llms.txt](llms.txt) lists them.")
    return page


def basics(document):
    """The introduction of the document itself."""
    page = Page("docs/basics", "Basics", document["info"]["summary"])
    page.heading(2, "Keys, repeats, limits, errors, lists")
    page.text(document["info"]["description"])
    return page


def _price(micros, currency):
    return f"{micros / 1_000_000:.4f}".rstrip("0").ljust(4, "0") + f" {currency}"


def products(facts):
    data = facts["products"]
    page = Page("docs/products", "Products", "What can be ordered, which fields say what is wanted, and what a lead costs.")
    count = next(f for f in data["commonFields"] if f["name"] == "leadCount")
    page.text(f"An order names its product in `scrapingOption` and takes {count['min']:,} to {count['max']:,} leads. A list is a "
              "comma-separated string or an array. The prices in force are those of "
              "[listProducts](docs/operations/catalogue#listProducts).")

    def rows(fields):
        return [[f"`{f['name']}`", f["kind"], "yes" if f.get("required") else "no", f["description"],
                 f"`{json.dumps(f['example'], ensure_ascii=False)}`" if "example" in f else ""] for f in fields]

    heads = ["Field", "Kind", "Required", "Meaning", "Example"]
    for product in data["products"]:
        page.heading(2, f"{product['title']} (`{product['id']}`)", product["id"])
        page.text(product["description"])
        page.table(heads, rows(product["fields"]))
        if product.get("requiredAny"):
            page.text("At least one of " + ", ".join(f"`{name}`" for name in product["requiredAny"]) + " is needed.")
        page.table(["From this many leads", "Price of a lead"],
                   [[f"{tier['fromLeads']:,}", _price(tier["unitPriceMicros"], data["currency"])] for tier in product["tiers"]])
        extra = [f"`{name}` adds {_price(price, data['currency'])} a lead" for name, price in product["surcharges"].items() if price]
        if extra:
            page.text("; ".join(extra) + ".")
    page.heading(2, "Fields of every product", "common-fields")
    page.table(heads, rows(data["commonFields"]))
    return page


def errors(facts, operations, example):
    codes = facts["error_codes"]
    page = Page("docs/errors", "Errors", "Every code that the service answers with, and what to do about it.", "Reference")
    page.text("A refusal is a problem of RFC 9457 (`application/problem+json`). Branch on `code`, never on a text. "
              "`retryable` is a promise about sending the same request again, with the same `Idempotency-Key`.")
    page.code("json", pretty(example))
    page.heading(2, "Codes")
    users = {}
    for operation in operations:
        for code in operation.errors:
            users.setdefault(code, []).append(operation)

    def used_by(code):
        found = users.get(code, [])
        if len(found) > 6:
            return f"{len(found)} operations"
        return ", ".join(f"[{o.id}](docs/operations/{o.tag}#{o.id})" for o in found) or "before an operation is found"

    page.table(["Code", "Status", "Again?", "Meaning", "Answered by"],
               [[f"`{c['code']}`", str(c["status"]), "yes" if c["retryable"] else "no", c["title"] + ".", used_by(c["code"])]
                for c in codes["codes"]], [c["code"] for c in codes["codes"]])
    page.heading(2, "Codes of single fields", "field-codes")
    page.text("A 422 names what is wrong with single members in `errors`: a JSON pointer, a code and a sentence.")
    page.table(["Code", "Meaning"], [[f"`{c['code']}`", c["title"] + "."] for c in codes["fieldCodes"]],
               ["field-" + c["code"] for c in codes["fieldCodes"]])
    page.heading(2, "Codes of the libraries", "local-codes")
    page.text("The libraries add these on their own side; the service never sends them.")
    page.table(["Code", "Again?", "Meaning"],
               [[f"`{c['code']}`", "yes" if c["retryable"] else "no", c["title"] + "."] for c in codes["localCodes"]],
               ["local-" + c["code"] for c in codes["localCodes"]])
    return page


def events(found, facts, snippets):
    page = Page("docs/events", "Events", "Messages to your webhooks: what they hold, when they come, and how to know that "
                "they are genuine.", "Reference")
    page.text("A webhook ([createWebhook](docs/operations/webhooks#createWebhook)) receives messages of Standard Webhooks 1.0.0: "
              "a JSON body `{type, timestamp, data}` and the headers `webhook-id`, `webhook-timestamp` and `webhook-signature`. "
              "Answer 2xx within 15 seconds; work afterwards. A message may come more than once (`webhook-id` stays the same) and "
              "in another order than it was made (`data.seq` counts).")
    page.heading(2, "Verify a message", "verify")
    page.text("Over the bytes as they came, before any JSON is parsed, with the secret (`whsec_…`) that was shown once. While a "
              "secret is being rotated there are two signatures; one that fits is enough.")
    page.tabs("verify", [(label, language, (snippets / name).read_text(encoding="utf-8").split("\n", 2 if language == "php" else 1)[-1])
                         for label, language, name in LANGUAGES])
    page.heading(2, "Attempts")
    waits = facts["webhook_events"]["retrySeconds"]
    page.table(["Answer", "What the service does"], [
        ["2xx", "delivered"], ["410", "disables the webhook; messages are held for 30 days"],
        ["anything else, or none", f"tries again, {len(waits)} times in all: after " + ", ".join(_wait(w) for w in waits[1:]) +
         " (± 10 %); `Retry-After` may lengthen a step"]])
    page.heading(2, "The events", "list")
    page.table(["Event", "When"], [[f"[{e['name']}](#{e['name']})", e["description"]] for e, _ in found])
    for event, body in found:
        page.heading(3, event["name"], event["name"])
        page.text(event["description"])
        page.fold("Example body", "json", pretty(body))
    return page


def _wait(seconds):
    for unit, name in ((3600, "h"), (60, "min")):
        if seconds % unit == 0:
            return f"{seconds // unit} {name}"
    return f"{seconds} s"


def limits(facts):
    page = Page("docs/limits", "Limits and scopes", "The numbers of the contract, the budgets of a key, and what its scopes allow.",
                "Reference")
    page.text("Every authenticated answer carries `RateLimit-Policy` and `RateLimit`; a 429 adds `Retry-After`, in seconds. Wait that "
              "long, and send the same request again. [getRateLimit](docs/operations/account#getRateLimit) says where a key stands "
              "and is free.")
    page.heading(2, "Limits")
    rows = facts["limits"]["limits"]
    page.table(["Limit", "Value", "Unit", "May the operator change it?", "Meaning"],
               [[f"`{r['name']}`", f"{r['value']:,}" if isinstance(r["value"], int) else str(r["value"]), r["unit"],
                 "yes" if r["setting"] else "no", r["description"]] for r in rows], [r["name"] for r in rows])
    page.heading(2, "Scopes")
    page.text(facts["scopes"]["about"])
    rows = facts["scopes"]["scopes"]
    page.table(["Scope", "Keys", "Includes", "Allows to"],
               [[f"`{r['name']}`", r["type"], ", ".join(f"`{i}`" for i in r["implies"]), r["description"]] for r in rows],
               [r["name"].replace(":", "-") for r in rows])
    return page


def document_page(path, title, summary, source):
    page = Page(path, title, summary, "News")
    page.text(source.split("\n", 1)[1], 1)
    return page


def status(version):
    page = Page("docs/status", "Status", "What this server counts of itself, as it was when you opened the page.", "News")
    page.table(["What", "Now"], [["Version", version]] + [[what, f"@@{marker}@@"] for marker, what in STATUS_ROWS])
    page.text("Counters start at zero with every start, and each process has its own. For programs: [readyz](readyz) answers "
              "whether the database reads and writes, [metrics](metrics) has every counter in the text form of Prometheus.")
    return page


def key_made():
    page = Page("docs/key", "Your sandbox key", "Shown this once. It belongs to a new account with play money.", "Guide")
    page.code("sh", "export LEADSHEET_BASE_URL=@@url@@\nexport LEADSHEET_API_KEY=@@key@@")
    page.text("Next: [ask for a price](docs#2-ask-for-a-price), or [try it](docs/try) in the browser.")
    return page


def try_it(sandbox, assets):
    page = Page("docs/try", "Try it", "Every operation from the browser, with Swagger UI.")
    if not sandbox:
        page.text("Only sandboxes can be tried out from the browser: a key of real money does not belong in a web page. Run one on "
                  "your own computer and open this page there:")
        page.code("sh", "leadsheet sandbox --port 8080     # then open http://127.0.0.1:8080/docs/try")
        return page, None
    if not assets:
        page.text("This server was built without Swagger UI. The snippets of the [operations](docs/operations) do the same; a build "
                  "with `-D LEADSHEET_SWAGGER_UI=FOLDER` has it.")
        return page, None
    page.text("Use a key of this sandbox ([make one](docs)). Swagger UI ([Apache-2.0](docs/swagger-ui-licence.txt), 0.5 MB) is part of this server and is loaded when "
              "you ask for it; nothing is fetched from elsewhere. Keys of other services do not work here.")
    page.raw('<p><button type="button" id="load" hidden>Load Swagger UI</button></p>\n'
             "<noscript><p>This one page needs scripts. All others do without.</p></noscript>\n"
             '<p id="said" role="status"></p>\n<div id="swagger"></div>\n')
    return page, "docs/try.js"
