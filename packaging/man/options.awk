# SPDX-License-Identifier: Apache-2.0
# The options of a program's --help as paragraphs of a manual page.
function escaped(text) { gsub(/\\/, "\\\\", text); gsub(/-/, "\\-", text); return text }
/^  -/ {
    split($0, words, /  +/)
    print ".TP\n.B " escaped(words[2])
    if (words[3] != "") print escaped(words[3])
    next
}
/^                    +[^ ]/ { sub(/^ +/, ""); print escaped($0); next }
/^[A-Z][a-z]+:$/ && $0 != "Options:" { sub(/:$/, ""); print ".SS " $0 }
