# SPDX-License-Identifier: Apache-2.0
"""Holds what is said about the options of the built programs against their --help: the table "Every option"
of docs/command-line.md, the manual pages, the completions of three shells, variables and exit codes.

usage: check_options.py ROOT   with the programs in LEADSHEET_TEST_BIN (or those on the path)"""

import gzip
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from check_docs import help_of, options_of, subcommands_of

HELP = {"-h", "--help"}
SHELLS = ("bash", "zsh", "fish")


def program(name):
    folder = os.environ.get("LEADSHEET_TEST_BIN", "")
    return str(Path(folder) / name) if folder else name


def said_by(*command):
    return subprocess.run(command, capture_output=True, text=True, encoding="utf-8", check=True, timeout=600).stdout


def options_by_command(command=()):
    """The options of each command of leadsheet, by its words; () is the program itself."""
    text = help_of("leadsheet", command)
    found = {command: options_of(text) - HELP}
    if command != ("serve",):  # it answers with the help of the server
        for name in subcommands_of(text):
            found |= options_by_command((*command, name))
    return found


def check_table(root, wanted):
    """The table names each command that has options once, with just its options."""
    page = (root / "docs/command-line.md").read_text(encoding="utf-8")
    section = page.split("## Every option\n", 1)[1].split("\n## ", 1)[0]
    groups, found = {}, {}
    for first, second in re.findall(r"^\| ([^|]+) \| ([^|]+) \|$", section, re.M):
        options = set(re.findall(r"`(-[\w-]+)`", second))
        for name in re.findall(r"\*(\w+)\*", second):
            options |= groups.get(name, set())
        if name := re.fullmatch(r"\*(\w+)\*", first):
            groups[name[1]] = options
        for name in ["leadsheet"] if first == "every command" else re.findall(r"`([^`]+)`", first):
            if name in found:
                yield f'docs/command-line.md, "Every option": {name} has two rows'
            found[name] = options
    wanted = {" ".join(command) or "leadsheet": options for command, options in wanted.items()}
    wanted["leadsheet"] = wanted["leadsheet"] - {"--version"}
    wanted.pop("serve")
    for name in sorted(wanted | found):
        has, says = wanted.get(name), found.get(name, set())
        if has is None:
            yield f'docs/command-line.md, "Every option": there is no command {name}'
            continue
        yield from (f'docs/command-line.md, "Every option": {name} lacks {option}' for option in sorted(has - says))
        yield from (f'docs/command-line.md, "Every option": {name} has no {option}' for option in sorted(says - has))


def check_commands(root, wanted):
    """The first table of the page has every command that does something itself."""
    section = (root / "docs/command-line.md").read_text(encoding="utf-8").split("## Commands\n", 1)[1].split("\n## ", 1)[0]
    found = set()
    for row in re.findall(r"^\| (`[^|]+) \|", section.replace("\\|", "/"), re.M):
        group = ()  # `keys list`, `create`: create is one of keys
        for text in re.findall(r"`([^`]+)`", row):
            words = tuple(re.match(r"[a-z-]+(?: [a-z][a-z-]*)*", text)[0].split())
            group = words[:-1] if len(words) > 1 or not group else group
            found |= {words, (*group, words[-1])}
    leaves = {command for command in wanted if command and not any(other[:len(command)] == command != other for other in wanted)}
    yield from (f'docs/command-line.md, "Commands": {" ".join(command)} is missing' for command in sorted(leaves - found))


def check_manual(root, wanted):
    page = said_by(program("leadsheet"), "manual").replace("\\-", "-")
    commands, _, rest = page.partition(".SH EXIT STATUS")
    parts = dict(re.findall(r"^\.(?:SS|SH) (.*)\n((?:(?!\.S[SH]).*\n)*)", commands, re.M))
    for command, options in wanted.items():
        part = parts.get(" ".join(command) or "OPTIONS", "")
        titles = " ".join(re.findall(r"^\\fB(.*?)\\fR", part, re.M)).replace(",", " ").split()
        missing = sorted(options - set(titles)) if command != ("serve",) else []
        yield from (f"leadsheet(1), {' '.join(command)}: no {option}" for option in missing)
    exits = re.findall(r"^ +[A-Z]\w+ = (\d+),", (root / "app/cli/failure.hpp").read_text(encoding="utf-8"), re.M)
    yield from (f"leadsheet(1): no exit status {code}" for code in exits if not re.search(rf"^{code}$", rest, re.M))
    variables = set()
    for source in (root / "app/cli").rglob("*.[ch]pp"):
        variables |= set(re.findall(r'"(LEADSHEET_[A-Z_]+)"', source.read_text(encoding="utf-8")))
    pages = (root / "docs/command-line.md").read_text(encoding="utf-8")
    for name in sorted(variables - {"LEADSHEET_VERSION"}):
        if f"\n{name}\n" not in rest:
            yield f"leadsheet(1): no variable {name}"
        if f"`{name}`" not in pages:
            yield f"docs/command-line.md: no variable {name}"


def completed_in(shell, script, command):
    """The options that a completion script offers behind a command's words."""
    path = " ".join(command)
    if shell == "fish":
        condition = "; and ".join(f"__fish_seen_subcommand_from {word}" for word in command)
        start = f"complete -c leadsheet -n '{condition}' -l " if command else "complete -c leadsheet -l "
        return {"--" + line[len(start) :].split(" ", 1)[0] for line in script.splitlines() if line.startswith(start)}
    pattern = rf'^ *\(?"{re.escape(path)}"\)((?:.*\n)*?.*;;)'
    part = re.search(pattern, script, re.M)
    return set(re.findall(r"(?<![\w-])(--[a-z][\w-]*)", part[1])) if part else set()


def check_completions(wanted):
    for shell in SHELLS:
        script = said_by(program("leadsheet"), "completion", shell)
        # zsh names the options of every command once, before those of each.
        everywhere = re.search(r"^ *flags=\((.*)\)$", script, re.M) if shell == "zsh" else None
        for command, options in wanted.items():
            if command == ("serve",):
                continue
            missing = {one for one in options if one.startswith("--")} - completed_in(shell, script, command)
            if not command and everywhere:
                missing -= set(re.findall(r"(?<![\w-])--[a-z][\w-]*", everywhere[1]))
            yield from (f"completion {shell}, {' '.join(command)}: no {option}" for option in sorted(missing))


def check_other_pages(root):
    """leadsheet-server(8), made from its --help, and leadsheet-desktop(1) where the window was built."""
    with tempfile.TemporaryDirectory() as place:
        made = Path(place) / "page.gz"
        script = root / "packaging/man/server_page.sh"
        subprocess.run(["bash", str(script), shutil.which(program("leadsheet-server")), str(made)], check=True, timeout=600)
        page = gzip.decompress(made.read_bytes()).decode().replace("\\-", "-")
    for option in sorted(options_of(help_of("leadsheet-server", ()))):
        if not re.search(rf"^\.B .*{re.escape(option)}(?![\w-])", page, re.M):
            yield f"leadsheet-server(8): no {option}"
    if shutil.which(program("leadsheet-desktop")):
        page = (root / "packaging/man/leadsheet-desktop.1.in").read_text(encoding="utf-8").replace("\\-", "-")
        for option in sorted(options_of(help_of("leadsheet-desktop", ()))):
            if not re.search(rf"^\.BI? {re.escape(option)}(?![\w-])", page, re.M):
                yield f"leadsheet-desktop(1): no {option}"


def main():
    root = Path(sys.argv[1]).resolve()
    wanted = options_by_command()
    if len(wanted) < 50:
        sys.exit(f"only {len(wanted)} commands were found")
    faults = [*check_commands(root, wanted), *check_table(root, wanted), *check_manual(root, wanted), *check_completions(wanted), *check_other_pages(root)]
    print("\n".join(faults) or "every option is described")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
