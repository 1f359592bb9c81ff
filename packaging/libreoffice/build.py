#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes the extension for LibreOffice Calc. The same sources give the same bytes.

usage: build.py OUT.oxt"""

import json
import re
import sys
import zipfile
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
MODULES = "pythonpath/leadsheet_calc"
# Entries of the menu and the toolbar: command, text; a line before the last one.
ENTRIES = (("check", "menuCheck"), ("price", "menuPrice"), ("order", "menuOrder"), ("status", "menuStatus"), ("leads", "menuLeads"),
           ("settings", "menuSettings"))
IN_CALC = "com.sun.star.sheet.SpreadsheetDocument"
# The earliest time that a ZIP can hold.
TIME = (1980, 1, 1, 0, 0, 0)


def prop(name, value):
    return f'<prop oor:name="{name}" oor:type="xs:string"><value>{escape(value)}</value></prop>'


def titled(texts, name):
    values = "".join(f'<value xml:lang="{language}">{escape(text)}</value>'
                     for language, text in (("en-US", texts[name]["en"]), ("de", texts[name]["de"])))
    return f'<prop oor:name="Title" oor:type="xs:string">{values}</prop>'


def entries(texts, indent, shown):
    lines = []
    for number, (command, name) in enumerate(shown, 1):
        if command == "settings":
            lines.append(f'<node oor:name="m{number}0" oor:op="replace">{prop("URL", "private:separator")}</node>')
        lines.append(f'<node oor:name="m{number}1" oor:op="replace">{prop("URL", "org.leadsheet.calc:" + command)}'
                     f'{titled(texts, name)}{prop("Target", "_self")}{prop("Context", IN_CALC)}</node>')
    return "".join(" " * indent + line + "\n" for line in lines)


def addons(texts):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="Addons" oor:package="org.openoffice.Office">
    <node oor:name="AddonUI">
        <node oor:name="OfficeMenuBar">
            <node oor:name="org.leadsheet.calc" oor:op="replace">
                {titled(texts, "menu")}{prop("Target", "_self")}{prop("Context", IN_CALC)}
                <node oor:name="Submenu">
{entries(texts, 20, ENTRIES)}                </node>
            </node>
        </node>
        <node oor:name="OfficeToolBar">
            <node oor:name="org.leadsheet.calc" oor:op="replace">
{entries(texts, 16, ENTRIES[:-1])}            </node>
        </node>
    </node>
</oor:component-data>
"""


def toolbar(texts):
    """Its name, and that it shows words: there are no pictures."""
    names = "".join(f'<value xml:lang="{language}">{escape(text)}</value>'
                    for language, text in (("en-US", texts["menu"]["en"]), ("de", texts["menu"]["de"])))
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<oor:component-data xmlns:oor="http://openoffice.org/2001/registry" xmlns:xs="http://www.w3.org/2001/XMLSchema" oor:name="CalcWindowState" oor:package="org.openoffice.Office.UI">
    <node oor:name="UIElements">
        <node oor:name="States">
            <node oor:name="private:resource/toolbar/addon_org.leadsheet.calc" oor:op="replace">
                <prop oor:name="UIName" oor:type="xs:string">{names}</prop>
                <prop oor:name="Style" oor:type="xs:int"><value>1</value></prop>
            </node>
        </node>
    </node>
</oor:component-data>
"""


def description(texts, number):
    return f"""<?xml version="1.0" encoding="UTF-8"?>
<description xmlns="http://openoffice.org/extensions/description/2006" xmlns:d="http://libreoffice.org/extensions/description/2011">
    <identifier value="org.leadsheet.calc"/>
    <version value={quoteattr(number)}/>
    <platform value="linux_x86_64,linux_aarch64"/>
    <dependencies><d:LibreOffice-minimal-version value="7.4" name="LibreOffice 7.4"/></dependencies>
    <display-name><name lang="en">{escape(texts["menu"]["en"])}</name><name lang="de">{escape(texts["menu"]["de"])}</name></display-name>
    <extension-description><src href="about_en.txt" lang="en"/><src href="about_de.txt" lang="de"/></extension-description>
</description>
"""


def parts():
    texts = json.loads((HERE / "texts.json").read_text(encoding="utf-8"))
    made = {name: (HERE / name).read_bytes() for name in ("META-INF/manifest.xml", "ProtocolHandler.xcu", "component.py")}
    made.update({f"{MODULES}/{file.name}": file.read_bytes() for file in (HERE / MODULES).glob("*.py")})
    made[f"{MODULES}/texts.json"] = (HERE / "texts.json").read_bytes()
    # Order keys have one derivation in Python; tests/contract/marks.json holds it to the others.
    made[f"{MODULES}/order_identity.py"] = (ROOT / "client-core/python/order_identity.py").read_bytes()
    made["LICENSE"] = (ROOT / "LICENSE").read_bytes()
    made["Addons.xcu"] = addons(texts).encode()
    made["CalcWindowState.xcu"] = toolbar(texts).encode()
    made["description.xml"] = description(texts, version()).encode()
    for language in ("en", "de"):
        made[f"about_{language}.txt"] = texts["about"][language].encode()
    return made


def version():
    """That of the project, which CMake names in its packages too."""
    project = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"^project\(Leadsheet VERSION (\S+)", project, re.M)[1]


def main(out):
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as target:
        for name, data in sorted(parts().items()):
            entry = zipfile.ZipInfo(name, TIME)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            target.writestr(entry, data)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    main(sys.argv[1])
