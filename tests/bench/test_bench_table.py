#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""The table of benchmarks: what it takes from the rows, when it calls one worse, and what it keeps."""

import contextlib
import io
import os
import tempfile
import unittest
from pathlib import Path
from unittest import mock

import bench_table

KEPT = f"""# Benchmarks

Machine: none.

{bench_table.BEGIN}| What | Leadsheet | Peer | Ratio | Target | Limit | |
| --- | --- | --- | ---: | ---: | ---: | --- |
| CSV | 1.00 s | duckdb 3.00 s | 3 | ≥ 2.5 | ≥ 2 | |
| export | 1.00 s | undici 2.00 s | 0.5 | ≤ 0.33 | ≤ 0.5 | **target missed** |
{bench_table.END}
What follows.
"""


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.rows, self.table = Path(folder.name) / "rows", Path(folder.name) / "benchmarks.md"
        self.table.write_text(KEPT, encoding="utf-8")
        environment = mock.patch.dict(os.environ, {"LEADSHEET_BENCH_ROWS": str(self.rows)})
        environment.start()
        self.addCleanup(environment.stop)

    def run_it(self, *options):
        out = io.StringIO()
        with mock.patch("sys.argv", ["bench_table.py", str(self.rows), "--table", str(self.table), *options]), contextlib.redirect_stdout(out):
            bench_table.main()
        return out.getvalue()

    def test_a_row_that_is_added_is_read_again(self):
        bench_table.add("CSV", "1 s", "duckdb 3 s", 3.25, more=True, target=2.5, limit=2)
        bench_table.add("start", "200 ms", "limit 500 ms", 0.4, limit=1)
        rows = bench_table.parse(self.rows.read_text())
        self.assertEqual(rows["CSV"], bench_table.Row("CSV", "1 s", "duckdb 3 s", 3.25, True, 2.5, 2))
        self.assertEqual(rows["start"], bench_table.Row("start", "200 ms", "limit 500 ms", 0.4, False, None, 1))

    def test_without_a_file_to_add_to_nothing_happens(self):
        del os.environ["LEADSHEET_BENCH_ROWS"]
        bench_table.add("CSV", "1 s", "duckdb 3 s", 3)
        self.assertFalse(self.rows.exists())

    def test_a_line_that_holds_no_row_is_named(self):
        with self.assertRaisesRegex(ValueError, "line 2"):
            bench_table.parse("a\tb\tc\t1\tmore\t\t\nhello\n")

    def test_worse_is_ten_percent_in_the_bad_direction(self):
        more, less = (bench_table.Row("a", "", "", ratio, is_more) for ratio, is_more in ((2.7, True), (0.55, False)))
        self.assertTrue(more.worse_than(3.0))
        self.assertFalse(more.worse_than(2.99))
        self.assertFalse(more.worse_than(2.0))
        self.assertTrue(less.worse_than(0.5))
        self.assertFalse(less.worse_than(0.51))
        self.assertFalse(less.worse_than(0.9))

    def test_a_missed_target_and_a_missed_limit_are_told_apart(self):
        verdict = lambda ratio: bench_table.Row("a", "", "", ratio, True, 5, 3).verdict()
        self.assertEqual([verdict(5), verdict(4), verdict(2)], ["", "**target missed**", "**limit missed**"])

    def test_the_printed_table_says_what_is_worse_than_kept(self):
        bench_table.add("CSV", "1 s", "duckdb 2 s", 2.0, more=True, target=2.5, limit=2)
        bench_table.add("export", "1 s", "undici 2 s", 0.5, target=0.33, limit=0.5)
        printed = self.run_it()
        self.assertIn("target missed WORSE, was 3", printed)
        self.assertIn("Worse than kept by 10% or more: CSV\n", printed)
        self.assertEqual(self.table.read_text(encoding="utf-8"), KEPT)

    def test_keeping_replaces_what_was_measured_and_leaves_the_rest(self):
        bench_table.add("CSV", "1 s", "duckdb 4 s", 4.0, more=True, target=2.5, limit=2)
        bench_table.add("pages", "2 s", "nginx 1 s", 2.0)
        self.run_it("--keep")
        text = self.table.read_text(encoding="utf-8")
        self.assertIn("| CSV | 1 s | duckdb 4 s | 4 | ≥ 2.5 | ≥ 2 |  |\n", text)
        self.assertIn("| export | 1.00 s | undici 2.00 s | 0.5 | ≤ 0.33 | ≤ 0.5 | **target missed** |\n", text)
        self.assertIn("| pages | 2 s | nginx 1 s | 2 |", text)
        self.assertTrue(text.endswith("\nWhat follows.\n"))
        self.assertNotIn("Machine: none", text)
        self.assertNotIn("other versions", self.run_it())

    def test_the_kept_table_is_read(self):
        kept = bench_table.kept_lines(bench_table.TABLE.read_text(encoding="utf-8"))
        self.assertTrue(kept)
        for cells in kept.values():
            float(cells[3])


if __name__ == "__main__":
    unittest.main()
