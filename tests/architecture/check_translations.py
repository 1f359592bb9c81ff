#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Fails when the window says something that is not translated, or translated so that it breaks.

Usage: check_translations.py SOURCE_TREE LUPDATE

Runs lupdate over the sources into a folder of its own and compares the messages found with those in
resources/translations: German has every message, English every plural form. Then looks at each
translation: its places (%1, %Ln), blanks and marks at its ends, and keys for menus and labels.
"""
import collections
import pathlib
import re
import subprocess
import sys
import tempfile
import xml.etree.ElementTree as xml

PLACE = re.compile(r"%L?n|%[1-9]")
KEY = re.compile(r"&([^\s&])")
FORMS = 2  # singular and plural, in English as in German


def messages(file):
    """{(context, source, comment): message element} of a .ts file."""
    found = {}
    for context in xml.parse(file).getroot().findall("context"):
        name = context.findtext("name")
        for message in context.findall("message"):
            found[name, message.findtext("source"), message.findtext("comment") or ""] = message
    return found


def forms_of(message):
    translation = message.find("translation")
    if message.get("numerus") == "yes":
        return [form.text or "" for form in translation.findall("numerusform")]
    return [translation.text or ""]


def end_of(text):
    """The mark that a text ends with, as far as it is the same in every language."""
    text = text.rstrip()
    return text[-1] if text and text[-1] in ".:?…" else ""


def faults_of(source, message):
    translation = message.find("translation")
    if translation is None or translation.get("type") is not None:
        yield "is not translated"
        return
    forms = forms_of(message)
    if message.get("numerus") == "yes" and len(forms) != FORMS:
        yield f"has {len(forms)} plural forms instead of {FORMS}"
    for number, form in enumerate(forms):
        if not form:
            yield "is not translated"
            continue
        wanted, got = (collections.Counter(PLACE.findall(text)) for text in (source, form))
        # "The newest order" needs no number.
        if number == 0 and message.get("numerus") == "yes":
            wanted.pop("%Ln", None), got.pop("%Ln", None)
        if wanted != got:
            yield f"has the places {sorted(got)} instead of {sorted(wanted)}: {form}"
        for ends, what in ((str.lstrip, "begins"), (str.rstrip, "ends")):
            if (source == ends(source)) != (form == ends(form)):
                yield f"{what} with a blank on one side only: {form}"
        if end_of(source) != end_of(form):
            yield f"ends with another mark: {form}"
        if bool(KEY.search(source)) != bool(KEY.search(form)):
            yield f"has a key (&) on one side only: {form}"


def check(wanted, file, only_plural):
    have = messages(file)
    for key, message in wanted.items():
        if only_plural and message.get("numerus") != "yes":
            continue
        if key not in have:
            yield key, "is missing"
            continue
        for fault in faults_of(key[1], have[key]):
            yield key, fault
    for key in have:
        if key not in wanted:
            yield key, "is in the file and no longer in the sources"
    keys = collections.Counter()
    for (context, *_), message in have.items():
        for form in forms_of(message):
            for key in KEY.findall(form):
                keys[context, key.lower()] += 1
    for (context, key), count in keys.items():
        if count > 1:
            yield (context, f"&{key}", ""), "is the key of several texts"


def main(tree, lupdate):
    sources = tree / "app/desktop"
    with tempfile.TemporaryDirectory() as folder:
        fresh = pathlib.Path(folder) / "fresh_de.ts"
        told = subprocess.run([lupdate, sources, "-extensions", "cpp,hpp", "-locations", "none", "-ts", fresh],
                              check=True, capture_output=True, text=True)
        wanted = messages(fresh)
    if not wanted:
        sys.exit(f"lupdate found nothing in {sources}:\n{told.stdout}{told.stderr}")
    wrong = 0
    for language, only_plural in (("de", False), ("en", True)):
        file = tree / "resources/translations" / f"leadsheet_{language}.ts"
        for (context, source, _), fault in check(wanted, file, only_plural):
            print(f"{file.name}: {context}: {source!r} {fault}")
            wrong += 1
    if wrong:
        sys.exit(f"{wrong} faults. Bring the files up to date with the targets "
                 "leadsheet_desktop_lib_lupdate and leadsheet_english_lupdate, then translate.")
    print(f"{len(wanted)} messages, all translated")


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]), sys.argv[2])
