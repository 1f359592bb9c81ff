#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes C++ of resources/messages.json and its translations.

Usage: generate_messages.py --messages FILE --german FILE --headers FOLDER --table FILE

A header for each group (the part of an id before the dot) with a function for each message, which
takes what the message declares; and the table of texts that app/text renders. A message whose text
names options of the command line has another for the window, `window`, which may leave arguments
out. Stops with a list of faults when a text and its arguments or its translation do not fit.
"""
import argparse
import collections
import json
import pathlib
import re
import sys

# Type of an argument: its letter in the table, and how C++ takes it.
TYPES = {
    "text": ("-", "std::string_view"),
    "cause": ("c", "std::string_view"),
    "field": ("f", "std::string_view"),
    "title": ("t", "std::string_view"),
    "number": ("n", "std::int64_t"),  # grouped: 1,000
    "row": ("r", "std::int64_t"),  # of a sheet, as spreadsheet programs write it: 1000
    "decimal": ("d", "Decimal"),
    "money": ("m", "Money"),
    "or_list": ("o", "std::vector<std::string>"),
    "and_list": ("a", "std::vector<std::string>"),
    "fields": ("g", "std::vector<std::string>"),
    "message": ("s", "Message"),
}
PLACE = re.compile(r"\{(\w+)\}")
ID = re.compile(r"[a-z]+\.[a-z][a-z0-9]*(_[a-z0-9]+)*")
FORMS = ("one", "other")
LICENCE = "// SPDX-License-Identifier: Apache-2.0\n// Generated from resources/messages.json.\n"


def forms_of(text):
    """The singular and the plural; twice the same text where a message has no plural."""
    return [text[form] for form in FORMS] if isinstance(text, dict) else [text, text]


def faults_of(entry, german):
    args = entry.get("args", {})
    if not ID.fullmatch(entry["id"]):
        yield "is not group.words_in_lower_case"
    for name, kind in args.items():
        if kind not in TYPES:
            yield f"has an argument {name} of unknown type {kind}"
    if german is None:
        yield "has no German text"
        return
    if isinstance(entry["en"], dict) and args.get("count") != "number":
        yield "has forms for one and other, and no number `count`"
    if isinstance(entry["en"], dict) != isinstance(german, dict):
        yield "has forms for one and other in one language only"
    for text, language in ((entry["en"], "en"), (german, "de")):
        for form, words in zip(FORMS, forms_of(text)):
            places = collections.Counter(PLACE.findall(words))
            wanted = collections.Counter(args)
            if form == "one" and isinstance(text, dict):
                places.pop("count", None), wanted.pop("count", None)
            if set(places) != set(wanted):
                yield f"has the places {sorted(places)} instead of {sorted(wanted)} ({language})"
            if words != words.strip():
                yield f"begins or ends with a blank ({language})"
    if [name for name in PLACE.findall(forms_of(entry["en"])[1])] != list(args):
        yield "declares its arguments in another order than its English text has them"
    for ours, theirs in zip(forms_of(entry["en"]), forms_of(german)):
        if ours[-1:] != theirs[-1:] and (ours[-1:] in ".:?" or theirs[-1:] in ".:?"):
            yield f"ends with another mark: {theirs}"


def window_faults_of(entry, german):
    if ("window" in entry) != (german is not None):
        yield "has a text for the window in one language only"
    for text in (entry.get("window", ""), german or ""):
        for name in set(PLACE.findall(text)) - set(entry.get("args", {})):
            yield f"names {name} in its text for the window, which is not among its arguments"
        if "--" in text:
            yield "names an option in its text for the window"


def read(messages_file, german_file):
    entries = json.loads(messages_file.read_text(encoding="utf-8"))["messages"]
    translated = json.loads(german_file.read_text(encoding="utf-8"))
    german = translated["messages"]
    window = translated["window"]
    faults = []
    seen = set()
    for entry in entries:
        if entry["id"] in seen:
            faults.append(f"{entry['id']} is there twice")
        seen.add(entry["id"])
        faults += [f"{entry['id']} {fault}" for fault in faults_of(entry, german.get(entry["id"]))]
        faults += [f"{entry['id']} {fault}" for fault in window_faults_of(entry, window.get(entry["id"]))]
    faults += [f"{name} is translated and not said" for name in [*german, *window] if name not in seen]
    if faults:
        sys.exit("\n".join(["resources/messages.json:", *faults]))
    return entries, german, window, translated["titles"]


def literal(text):
    return json.dumps(text, ensure_ascii=False)


def numbered(text, args):
    """"{value} is {count}" -> "%1 is %2": the n-th argument stands in place %n."""
    order = {name: place for place, name in enumerate(args, 1)}
    return PLACE.sub(lambda match: f"%{order[match.group(1)]}", text)


def text_of(text, args, suffix=""):
    """`suffix` "sv" spares the compiler, which counts its steps, to find the end of each of many texts."""
    places = "".join(TYPES[kind][0] for kind in args.values())
    count = list(args).index("count") if isinstance(text, dict) else -1
    one, other = (literal(numbered(form, args)) for form in forms_of(text))
    return f"{{{literal(places)}{suffix}, {count}, {one}{suffix}, {other}{suffix}}}"


def camel(words):
    first, *others = words.split("_")
    return first + "".join(word.capitalize() for word in others)


def header(group, entries):
    lines = [LICENCE, "#pragma once\n", '#include "leadsheet/message.hpp"\n',
             f"namespace leadsheet::messages::{group} {{\n"]
    for entry in entries:
        args = entry.get("args", {})
        name = entry["id"].split(".")[1]
        taken = ", ".join(f"{TYPES[kind][1]} {camel(arg)}" for arg, kind in args.items())
        passed = ", ".join(
            f"std::move({camel(arg)})" if "std::string_view" != TYPES[kind][1] != "std::int64_t"
            else camel(arg) for arg, kind in args.items())
        for form in dict.fromkeys(forms_of(entry["en"])):
            lines.append(f"/// {form}")
        passed_args = f"std::vector<MessageArg>{{{', '.join(f'MessageArg({one})' for one in passed.split(', '))}}}" \
            if args else "{}"
        lines.append(f"inline Message {camel(name)}({taken}) {{")
        lines.append(f"    static constexpr MessageText kEnglish{text_of(entry['en'], args)};")
        lines.append(f"    return {{{literal(entry['id'])}, {passed_args}, &kEnglish}};")
        lines.append("}\n")
    lines.append(f"}} // namespace leadsheet::messages::{group}\n")
    return "\n".join(lines)


def table(entries, german, window, titles):
    lines = [LICENCE, '#include "leadsheet/text/message_table.hpp"\n', "#include <array>\n",
             "namespace leadsheet::text {", "namespace {\n", "using namespace std::string_view_literals;\n",
             f"constexpr std::array<MessageEntry, {len(entries)}> kEntries{{{{"]

    def line(entry, english, translated):
        args = entry.get("args", {})
        return (f"    {{{literal(entry['id'])}sv, {text_of(english, args, 'sv')}, "
                f"{text_of(translated, args, 'sv')}}},")

    by_id = sorted(entries, key=lambda one: one["id"])
    lines += [line(entry, entry["en"], german[entry["id"]]) for entry in by_id]
    lines += ["}};\n", f"constexpr std::array<MessageEntry, {len(window)}> kWindowEntries{{{{"]
    lines += [line(entry, entry["window"], window[entry["id"]]) for entry in by_id if "window" in entry]
    lines += ["}};\n", f"constexpr std::array<TitleEntry, {len(titles)}> kTitles{{{{"]
    lines += [f"    {{{literal(english)}, {literal(german)}}}," for english, german in sorted(titles.items())]
    lines += ["}};\n", "} // namespace\n", "std::span<const MessageEntry> messageTable() {",
              "    return kEntries;", "}\n", "std::span<const MessageEntry> windowTable() {",
              "    return kWindowEntries;", "}\n", "std::span<const TitleEntry> titleTable() {",
              "    return kTitles;", "}\n", "} // namespace leadsheet::text\n"]
    return "\n".join(lines)


def write(path, text):
    """Keeps the time of a file whose content stays the same."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.exists() or path.read_text(encoding="utf-8") != text:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser()
    for name in ("messages", "german", "headers", "table", "stamp"):
        parser.add_argument(f"--{name}", type=pathlib.Path, required=True)
    options = parser.parse_args()
    entries, german, window, titles = read(options.messages, options.german)
    groups = collections.defaultdict(list)
    for entry in entries:
        groups[entry["id"].split(".")[0]].append(entry)
    for group, said in groups.items():
        write(options.headers / f"{group}.hpp", header(group, said))
    write(options.table, table(entries, german, window, titles))
    options.stamp.write_text("", encoding="utf-8")


if __name__ == "__main__":
    main()
