# SPDX-License-Identifier: Apache-2.0
"""Holds docs/how-to-add.md against the tree: each of its recipes names files, and each file and folder
that it names exists.

usage: check_recipes.py ROOT"""

import re
import sys
from pathlib import Path

RECIPES = ("A field of an order", "A command", "An outreach platform", "An operation", "A page of the window")
NAMED = re.compile(r"`((?:\.?[\w-]+/)+[\w.-]*|[A-Z]+\.md)`")
FEWEST = 8  # files of a recipe; one that names fewer sends people searching


def main():
    root = Path(sys.argv[1]).resolve()
    page = (root / "docs/how-to-add.md").read_text(encoding="utf-8")
    recipes = dict(part.split("\n", 1) for part in page.split("\n## ")[1:])
    faults = [f"docs/how-to-add.md has no recipe {name!r}" for name in RECIPES if name not in recipes]
    faults += [f"docs/how-to-add.md: no test knows the recipe {name!r}" for name in recipes if name not in RECIPES]
    for name, text in recipes.items():
        named = set(NAMED.findall(text)) - {"./dev"}
        if len(named) < FEWEST:
            faults.append(f"docs/how-to-add.md: {name!r} names {len(named)} files")
        faults += [f"docs/how-to-add.md: {name!r} names {path}, which does not exist"
                   for path in sorted(named) if not (root / path).exists()]
    print("\n".join(faults) or "the recipes hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
