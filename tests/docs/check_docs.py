# SPDX-License-Identifier: Apache-2.0
"""Holds README.md and docs/ against what they describe: every code has its entry and no entry is
without a code, links and anchors lead somewhere, rules for alerts ask for metrics that exist, blocks
of code can be read, and each `leadsheet` and `leadsheet-server` line in a block of shell names a
command and options that the built programs have.

usage: check_docs.py ROOT [--commands]   --commands: also the command lines, with the programs in
LEADSHEET_TEST_BIN (or those on the path)"""

import json
import os
import re
import shlex
import subprocess
import sys
from functools import lru_cache
from pathlib import Path

FENCE = re.compile(r"^ *(```+)([a-z]*)\s*$")
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
ANCHOR = re.compile(r'<a id="([^"]+)"></a>`?([^`|]*)`?')
ENDS = {"|", "||", "&&", ";", "&", ">", ">>", "<", "2>&1", "2>", ">/dev/null", "2>/dev/null", "done", "do", ")"}


def pages(root):
    return [root / "README.md", *sorted((root / "docs").rglob("*.md"))]


def without_fences(text):
    kept, inside = [], None
    for line in text.splitlines():
        fence = FENCE.match(line)
        if fence and (inside is None or fence[1] == inside):
            inside = fence[1] if inside is None else None
            kept.append("")
        else:
            kept.append("" if inside else line)
    return kept


def slug(heading):
    plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).replace("`", "").strip().lower()
    return re.sub(r"[^\w\- ]", "", plain).replace(" ", "-")


@lru_cache(maxsize=None)
def anchors(page):
    found, seen = set(), {}
    for line in without_fences(page.read_text(encoding="utf-8")):
        found.update(match[1] for match in ANCHOR.finditer(line))
        if heading := re.match(r"#+ (.*)", line):
            name = slug(heading[1])
            seen[name] = seen.get(name, 0) + 1
            found.add(name if seen[name] == 1 else f"{name}-{seen[name] - 1}")
    return found


def check_links(root):
    for page in pages(root):
        for number, line in enumerate(without_fences(page.read_text(encoding="utf-8")), 1):
            for match in LINK.finditer(line):
                target = match[1]
                if re.match(r"[a-z]+:", target):
                    continue
                name, _, anchor = target.partition("#")
                place = (page.parent / name).resolve() if name else page.resolve()
                where = f"{page.relative_to(root)}:{number}: {target}"
                if not place.exists():
                    yield f"{where} leads nowhere"
                elif anchor and place.suffix == ".md" and anchor not in anchors(place):
                    yield f"{where}: there is no such heading or anchor"


def returned_words(path, function):
    """The literals in a function of this file, which turns an enum into words."""
    body = path.read_text(encoding="utf-8").split(function, 1)[1].split("\n}", 1)[0]
    return re.findall(r'"([a-z_]+)"', body)


def said_codes(root):
    """The codes that failures of the command line itself have, as its sources spell them out: the last but one member of
    a Failure, the last argument of a function that makes one, or what is assigned to its code."""
    ways = (
        r',\s*"([a-z]+(?:_[a-z]+)*)",\s*\{\}\s*\}',
        r'\b(?:guard|keyFailure|pipeFailure)\([^;]*?"([a-z]+(?:_[a-z]+)*)"\)',
        r'\bcode = [^;"]*"([a-z]+(?:_[a-z]+)*)"(?!\))(?: : "([a-z]+(?:_[a-z]+)*)")?',
    )
    found = {"unknown"}  # how a server's code is called that has none
    for path in sorted((root / "app/cli").rglob("*.cpp")):
        text = path.read_text(encoding="utf-8")
        for way in ways:
            for match in re.finditer(way, text):
                found.update(code for code in match.groups() if code)
    return found


def wanted_entries(root):
    table = json.loads((root / "resources/api/error_codes.json").read_text(encoding="utf-8"))
    codes = {kind: [one["code"] for one in table[kind]] for kind in ("codes", "localCodes", "fieldCodes")}
    exits = (root / "app/cli/failure.hpp").read_text(encoding="utf-8")
    sheet = returned_words(source_with(root, "sheetErrorName(SheetErrorCode"), "sheetErrorName(")
    rows = returned_words(source_with(root, "problemCodeName(ProblemCode"), "problemCodeName(")
    elsewhere = {*codes["codes"], *codes["localCodes"], *sheet}
    return {
        "code": codes["codes"] + codes["localCodes"],
        "field": codes["fieldCodes"],
        "exit": re.findall(r"^ +[A-Z]\w+ = (\d+),", exits, re.M),
        "read": sheet,
        "row": rows,
        "say": sorted(said_codes(root) - elsewhere),
    }


def source_with(root, text):
    for path in sorted((root / "app/core").rglob("*.cpp")):
        if f"std::string_view {text}" in path.read_text(encoding="utf-8"):
            return path
    sys.exit(f"no file of app/core defines {text}")


def check_codes(root):
    page = root / "docs/troubleshooting.md"
    wanted = wanted_entries(root)
    found = {kind: [] for kind in wanted}
    for match in ANCHOR.finditer(page.read_text(encoding="utf-8")):
        kind, _, name = match[1].partition("-")
        if kind not in found:
            yield f"docs/troubleshooting.md: the anchor {match[1]} is of no kind that is known"
            continue
        found[kind].append(name)
        if match[2].strip() != name:
            yield f"docs/troubleshooting.md: the anchor {match[1]} stands before {match[2]}"
    for kind, names in wanted.items():
        if not names:
            yield f"no {kind} codes were found in the sources"
        for name in sorted(set(names) - set(found[kind])):
            yield f"docs/troubleshooting.md: no entry {kind}-{name}"
        for name in sorted(set(found[kind]) - set(names)):
            yield f"docs/troubleshooting.md: the entry {kind}-{name} is of no code that exists"
        for name in sorted({name for name in found[kind] if found[kind].count(name) > 1}):
            yield f"docs/troubleshooting.md: {kind}-{name} has two entries"
    listed = (root / "docs/command-line.md").read_text(encoding="utf-8")
    listed = listed.split("## Exit codes", 1)[1].split("\n## ", 1)[0]
    if sorted(re.findall(r"^\| (\d+) \|", listed, re.M)) != sorted(wanted["exit"]):
        yield "docs/command-line.md: its exit codes are not those of app/cli/failure.hpp"


def check_versions(root):
    """The newest release of CHANGELOG.md is the version and the date that every package says."""
    def found(path, pattern):
        match = re.search(pattern, (root / path).read_text(encoding="utf-8"), re.M)
        return match.groups() if match else ()

    release = found("CHANGELOG.md", r"^## (\d+\.\d+\.\d+) - (\d{4}-\d\d-\d\d)$")
    if not release:
        yield "CHANGELOG.md has no section of a release (## VERSION - DATE)"
        return
    said = {"CMakeLists.txt": found("CMakeLists.txt", r"^project\(Leadsheet VERSION (\S+)")[:1],
            "packaging/desktop/org.leadsheet.Leadsheet.metainfo.xml": found(
                "packaging/desktop/org.leadsheet.Leadsheet.metainfo.xml", r'<release version="([^"]*)" date="([^"]*)"')}
    for package in ("client-core/typescript", "client-core/n8n"):
        for name in ("package.json", "package-lock.json"):
            said[f"{package}/{name}"] = (json.loads((root / package / name).read_text(encoding="utf-8"))["version"],)
    for path, version in said.items():
        if version != release[:len(version) or 1]:
            yield f"{path} says {' of '.join(version) or 'no version'}, CHANGELOG.md {' of '.join(release)}"


def check_numbers(root):
    """Metrics of the server and limits of sheets: each is in its table, and no other."""
    metrics = (root / "server-stub/src/api/metrics.cpp").read_text(encoding="utf-8")
    limits = (root / "app/core/include/leadsheet/app/row_source.hpp").read_text(encoding="utf-8")
    limits = limits.split("struct SheetLimits {", 1)[1].split("};", 1)[0]
    kinds = (
        ("operations.md", "leadsheet_", re.findall(r'(?:header|single)\(out, "([a-z_]+)"', metrics)),
        ("sheet-preparation.md", "", re.findall(r" (max\w+) =", limits)),
    )
    for page, prefix, names in kinds:
        text = (root / "docs" / page).read_text(encoding="utf-8")
        rows = "\n".join(line.split(" | ")[0] for line in text.splitlines() if line.startswith("| `"))
        found = set(re.findall(r"`((?:leadsheet_|max)\w+)`", rows))
        wanted = {prefix + name for name in names}
        if not wanted:
            yield f"nothing was found that docs/{page} should list"
        yield from (f"docs/{page} does not list {name}" for name in sorted(wanted - found))
        yield from (f"docs/{page} lists {name}, which does not exist" for name in sorted(found - wanted))


def check_blocks(root):
    """What stands in blocks of shell, JSON and Python can at least be read as such."""
    for page in pages(root):
        found = re.findall(r"^( *)```(sh|json|python)\n(.*?)^ *```$", page.read_text(encoding="utf-8"), re.M | re.S)
        for indent, language, block in found:
            text = "\n".join(line.removeprefix(indent) for line in block.splitlines()) + "\n"
            problem = ""
            try:
                if language == "sh":
                    problem = subprocess.run(["bash", "-n"], input=text, capture_output=True, text=True, timeout=600).stderr
                elif language == "json":
                    json.loads(text)
                else:
                    compile(text, "block", "exec")
            except ValueError as error:
                problem = str(error)
            except SyntaxError as error:
                problem = f"line {error.lineno}: {error.msg}"
            if problem:
                yield f"{page.relative_to(root)}: the block of {language} that begins {text.splitlines()[0]!r}: {problem.strip()}"


def check_alerts(root):
    """The rules in the pages ask for metrics that the server has, by labels that these have."""
    table = (root / "docs/operations.md").read_text(encoding="utf-8")
    labels = {}
    for names, kind, about in re.findall(r"^\| (`leadsheet_[^|]+) \| (\w+) \|([^|]*)\|$", table, re.M):
        for name in re.findall(r"`(\w+)`", names):
            for suffix in ("_bucket", "_sum", "_count") if kind == "histogram" else ("",):
                labels[name + suffix] = set(re.findall(r"`(\w+)`", about)) | {"job", "instance"}
    asked = 0
    for page in pages(root):
        for rules in re.findall(r"^```yaml\n(.*?)^```", page.read_text(encoding="utf-8"), re.M | re.S):
            for name, chosen in re.findall(r"\b(leadsheet_\w+)(\{[^}]*\})?", rules):
                asked += 1
                where = f"{page.relative_to(root)}: a rule asks for {name}"
                if name not in labels:
                    yield f"{where}, which does not exist"
                for label in set(re.findall(r"(\w+)[=!]", chosen)) - labels.get(name, set()):
                    yield f"{where} by {label}, which it does not have"
    if not asked:
        yield "no rule was found in the pages"


def check_server_options(root):
    text = (root / "docs/operations.md").read_text(encoding="utf-8").split("## Options", 1)[1].split("\n## ", 1)[0]
    found = set(re.findall(r"`(--[a-z-]+)[ `]", text))
    wanted = {name for name in options_of(help_of("leadsheet-server", ())) if name.startswith("--")} - {"--help", "--version"}
    yield from (f"docs/operations.md does not list {name}" for name in sorted(wanted - found))
    yield from (f"docs/operations.md lists {name}, which leadsheet-server does not have" for name in sorted(found - wanted))


def shell_lines(page):
    inside, number, joined = False, 0, ""
    for at, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        fence = FENCE.match(line)
        if fence:
            inside, joined = not inside and fence[2] in ("sh", "bash"), ""
        elif inside:
            number = number if joined else at
            joined += line.strip()
            if joined.endswith("\\"):
                joined = joined[:-1] + " "
                continue
            yield number, joined
            joined = ""


def commands_in(line):
    """The argument lists of the programs in a line of shell."""
    lexer = shlex.shlex(line, posix=True, punctuation_chars="|&;()<>")
    lexer.whitespace_split = True
    lexer.commenters = "#"
    try:
        words = list(lexer)
    except ValueError:  # a quote that goes on in the next line: part of a script, no command of ours
        return
    at = 0
    while at < len(words):
        first = at == 0 or words[at - 1] in ENDS or re.match(r"[A-Z_]+=", words[at - 1]) or words[at - 1] in ("sudo", "nice")
        name = words[at]
        at += 1
        if not first or name not in ("leadsheet", "leadsheet-server"):
            continue
        arguments = []
        while at < len(words) and words[at] not in ENDS:
            arguments.append(words[at])
            at += 1
        yield name, arguments


@lru_cache(maxsize=None)
def help_of(program, commands):
    folder = os.environ.get("LEADSHEET_TEST_BIN", "")
    path = str(Path(folder) / program) if folder else program
    asked = ["help"] if program == "leadsheet" and not commands else [*commands, "--help"]
    done = subprocess.run([path, *asked], capture_output=True, text=True, encoding="utf-8", timeout=600)
    return done.stdout if done.returncode == 0 else ""


def options_of(text):
    names = set()
    for line in text.splitlines():
        if match := re.match(r"  ((?:-{1,2}[\w-]+,?)+)", line):
            names.update(match[1].split(","))
    return names


def subcommands_of(text):
    names = []
    for title, lines in re.findall(r"^(\w+):\n((?:  .*\n)+)", text, re.M):
        if title not in ("Options", "Positionals"):
            names += re.findall(r"^  ([a-z][\w-]*)", lines, re.M)
    return names


def fault_of(program, arguments):
    if program == "leadsheet" and arguments[:1] == ["serve"]:
        return fault_of("leadsheet-server", arguments[1:])
    commands = ("copy",) if program == "leadsheet-server" and arguments[:1] == ["copy"] else ()
    text = help_of(program, commands)
    known = options_of(text)
    for argument in arguments:
        if argument == "--":
            break
        if re.match(r"--?[a-z]", argument):
            name = argument.split("=")[0]
            if name not in known:
                return f"{' '.join((program, *commands))} has no option {name}"
        elif argument in subcommands_of(text):
            commands += (argument,)
            text = help_of(program, commands)
            known |= options_of(text)
            if not text:
                return f"{' '.join((program, *commands))} --help does not answer"
        elif not commands and program == "leadsheet" and re.fullmatch(r"[a-z][a-z-]*", argument):
            return f"leadsheet has no command {argument}"
    needs = subcommands_of(text)
    if needs and "[COMMAND]" not in text and "--help" not in arguments and "--version" not in arguments:
        return f"{' '.join((program, *commands))} needs one of {', '.join(needs)}"
    return None


def check_commands(root):
    seen = 0
    for page in pages(root):
        for number, line in shell_lines(page):
            for program, arguments in commands_in(line):
                seen += 1
                if fault := fault_of(program, arguments):
                    yield f"{page.relative_to(root)}:{number}: {fault}"
    if seen < 20:
        yield f"only {seen} command lines were found in the pages"


def main():
    root = Path(sys.argv[1]).resolve()
    faults = [*check_links(root), *check_codes(root), *check_versions(root), *check_numbers(root), *check_alerts(root), *check_blocks(root)]
    if "--commands" in sys.argv[2:]:
        faults += [*check_commands(root), *check_server_options(root)]
    print("\n".join(faults) or "the pages hold")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
