#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The generator refuses facts that contradict each other, and says where; it writes only changes."""

import contextlib
import io
import json
import shutil
import sys
import tempfile
import unittest
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "cmake"))

import generate_contract  # noqa: E402
from contract import document, headers, inputs  # noqa: E402


class ApiFolder:
    """A copy of resources/api that a test may damage."""

    def __init__(self, folder):
        self.path = Path(folder) / "api"
        shutil.copytree(ROOT / "resources/api", self.path)

    def edit_json(self, name, change):
        file = self.path / f"{name}.json"
        data = json.loads(file.read_text(encoding="utf-8"))
        change(data)
        file.write_text(json.dumps(data), encoding="utf-8")

    def replace(self, name, old, new):
        file = self.path / name
        text = file.read_text(encoding="utf-8")
        assert old in text, f"{name} has no {old}"
        file.write_text(text.replace(old, new, 1), encoding="utf-8")

    def build(self):
        return document.build(self.path / "openapi", inputs.load_neighbours(self.path))[0]


class GeneratorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.api = ApiFolder(folder.name)

    def refused(self, pattern):
        with self.assertRaisesRegex(inputs.ContractError, pattern):
            self.api.build()

    def refused_json(self, name, change, pattern):
        self.api.edit_json(name, change)
        self.refused(pattern)

    def refused_text(self, name, old, new, pattern):
        self.api.replace(name, old, new)
        self.refused(pattern)

    def test_inputs_asCommitted_areTaken(self):
        self.assertEqual(self.api.build()["openapi"], "3.1.0")

    def test_json_duplicateMember_isNamed(self):
        self.refused_text("scopes.json", '"type": "customer"', '"type": "customer", "type": "x"',
                          "scopes.json: member 'type' occurs twice")

    def test_json_syntax_namesFileAndLine(self):
        self.refused_text("limits.json", '"limits": [', '"limits": [,', "limits.json: .*line 3")

    def test_scope_impliesUnknown_isNamed(self):
        self.refused_json("scopes", lambda d: d["scopes"][3].update(implies=["orders:reed"]),
                          "orders:write implies unknown scope 'orders:reed'")

    def test_code_twice_isNamed(self):
        self.refused_json("error_codes", lambda d: d["codes"].append(d["codes"][0]),
                          "code 'bad_request' occurs twice")

    def test_code_statusOfSuccess_isNamed(self):
        self.refused_json("error_codes", lambda d: d["codes"][0].update(status=200),
                          "bad_request: status 200 is no error")

    def test_limit_fraction_isNamed(self):
        self.refused_json("limits", lambda d: d["limits"][0].update(value=1.5),
                          "defaultRequestsPerWindow: the value is not a natural number")

    def test_product_leadCountOtherThanLimits_isNamed(self):
        self.refused_json("products", lambda d: d["commonFields"][0].update(max=60000),
                          "leadCount is not bounded by")

    def test_product_fieldAlsoCommon_isNamed(self):
        self.refused_json("products",
                          lambda d: d["products"][0]["fields"][0].update(name="notes"),
                          "filters: 'notes' is common")

    def test_product_unknownSet_isNamed(self):
        self.refused_json("products",
                          lambda d: d["products"][0]["fields"][3].update(set="levels"),
                          "filters.seniorities: unknown set 'levels'")

    def test_product_tiersNotRising_isNamed(self):
        self.refused_json("products", lambda d: d["products"][1]["tiers"].reverse(),
                          "search_url: tiers must rise from 1")

    def test_product_missingBound_isNamed(self):
        self.refused_json("products", lambda d: d["products"][0]["fields"][0].pop("maxItems"),
                          "filters.industries: maxItems is missing")

    def test_event_unknownSchema_isNamed(self):
        self.refused_json("webhook_events", lambda d: d["events"][0].update(data="Nothing"),
                          "order.created: no schema Nothing")

    def test_operation_unknownScope_isNamed(self):
        self.refused_text("openapi/paths_account.yaml", "account:read", "account:reed",
                          "GET /v1/account: scope 'account:reed' is unknown")

    def test_operation_adminScopeForCustomers_isNamed(self):
        self.refused_text("openapi/paths_account.yaml", "account:read", "admin:orders",
                          "GET /v1/account: scope 'admin:orders' is unknown or not for a customer")

    def test_operation_unknownErrorCode_isNamed(self):
        self.refused_text("openapi/paths_orders.yaml", "equivalent_order, quote_expired,",
                          "equivalent_order, quote_expird,",
                          "POST /v1/orders: error code 'quote_expird' is not in error_codes.json")

    def test_operation_codeOfTheRouter_isNamed(self):
        self.refused_text("openapi/paths_orders.yaml", "equivalent_order, quote_expired,",
                          "route_not_found, quote_expired,", "'route_not_found' is never the answer")

    def test_operation_sameIdTwice_isNamed(self):
        self.refused_text("openapi/paths_quotes.yaml", "operationId: getQuote",
                          "operationId: getOrder", "operationId 'getOrder' is missing or used twice")

    def test_operation_budgetWithoutKey_isNamed(self):
        self.refused_text("openapi/paths_service.yaml", "x-leadsheet-budget: none",
                          "x-leadsheet-budget: default", "an operation without key has no budget")

    def test_operation_sunsetTooSoon_isNamed(self):
        budget = "x-leadsheet-budget: none"
        dates = ("\n      deprecated: true\n      x-leadsheet-deprecated: 2026-01-01"
                 "\n      x-leadsheet-sunset: {}")
        self.refused_text("openapi/paths_service.yaml", budget, budget + dates.format("2026-12-31"),
                          "the sunset is less than 365 days after the deprecation")

    def test_operation_sunsetInTime_isTaken(self):
        budget = "x-leadsheet-budget: none"
        self.api.replace("openapi/paths_service.yaml", budget, budget +
                         "\n      deprecated: true\n      x-leadsheet-deprecated: 2026-01-01"
                         "\n      x-leadsheet-sunset: 2027-01-01")
        self.assertTrue(self.api.build()["paths"]["/v1/openapi.json"]["get"]["deprecated"])

    def test_operation_deprecatedWithoutDate_isNamed(self):
        budget = "x-leadsheet-budget: none"
        self.refused_text("openapi/paths_service.yaml", budget,
                          budget + "\n      deprecated: true", "go together")

    def test_operation_aliasOfAnotherPath_isNamed(self):
        self.refused_text("openapi/paths_orders.yaml", "[/v1/orders/submit]", "[/v1/quotes]",
                          "/v1/quotes is an alias and a path of its own")

    def test_document_unknownLimit_isNamed(self):
        self.refused_text("openapi/schemas_quotes.yaml", "maxQuoteItems", "maxQuotes",
                          r"limit 'maxQuotes' is not in limits.json")

    def test_document_memberInTwoParts_isNamed(self):
        part = self.api.path / "openapi/zz_more.yaml"
        part.write_text("components: {schemas: {Money: {type: string}}}\n", encoding="utf-8")
        self.refused("openapi/zz_more.yaml: /components/schemas/Money/type is defined in two parts")

    def test_document_keyTwiceInOnePart_isNamed(self):
        self.refused_text("openapi/schemas_orders.yaml", "    OrderStatus:",
                          "    OrderStatus: {type: string}\n    OrderStatus:",
                          "openapi/schemas_orders.yaml: line .*'OrderStatus' occurs twice")

    def test_yaml_syntax_namesTheFile(self):
        self.refused_text("openapi/headers.yaml", "components:", "components: [",
                          "openapi/headers.yaml")

    def run_main(self, *extra):
        arguments = ["generate", "--api", str(self.api.path),
                     "--headers", str(self.folder / "out"), *extra]
        with mock.patch.object(sys, "argv", arguments), \
                contextlib.redirect_stdout(io.StringIO()):
            generate_contract.main()

    def test_output_unchangedContent_isNotWritten(self):
        self.run_main()
        file = self.folder / "out/scopes.hpp"
        before = file.stat().st_mtime_ns
        other = (self.folder / "out/limits.hpp").read_bytes()
        self.api.edit_json("limits", lambda d: [limit.update(value=1001) for limit in d["limits"] if limit["name"] == "defaultPageSize"])
        self.run_main()
        self.assertEqual(file.stat().st_mtime_ns, before)
        self.assertNotEqual((self.folder / "out/limits.hpp").read_bytes(), other)

    def test_output_ofHeaders_fitsIntoTheLine(self):
        self.run_main()
        for file in (self.folder / "out").iterdir():
            longest = max(map(len, file.read_text(encoding="utf-8").splitlines()))
            self.assertLessEqual(longest, 110, file.name)

    def test_text_withQuoteAndBackslash_isEscaped(self):
        self.assertEqual(headers.text('a"b\\c\n'), '"a\\"b\\\\c\\n"')

    def test_wrapped_longText_keepsItsContent(self):
        words = " ".join(f"word{i}" for i in range(60))
        row = headers.wrapped(f'{{"{words}", 1}}')
        self.assertEqual("".join(row.split('"')[1::2]), words)


if __name__ == "__main__":
    unittest.main()
