// SPDX-License-Identifier: Apache-2.0
#include "shell_files.hpp"

namespace leadsheet::cli {
namespace {

/// Text as roff takes it: no line can begin a request, no character is an escape.
std::string roff(const std::string& text) {
    std::string out;
    for (const char c : text) {
        if (c == '\\')
            out += "\\e";
        else if (c == '-')
            out += "\\-";
        else
            out += c;
    }
    return out.starts_with('.') || out.starts_with('\'') ? "\\&" + out : out;
}

std::string optionsText(const CommandInfo& command) {
    std::string text;
    for (const OptionInfo& option : command.options) {
        std::string name = option.names;
        for (std::size_t at = 0; (at = name.find(',', at)) != std::string::npos; at += 2)
            name.replace(at, 1, ", ");
        text += ".TP\n\\fB" + roff(name) + "\\fR";
        if (!option.positional && option.takesValue && !option.valueName.empty())
            text += " \\fI" + roff(option.valueName) + "\\fR";
        text += "\n" + roff(option.about) + "\n";
    }
    return text;
}

std::string commandText(const CommandInfo& command, const std::string& path) {
    std::string text =
        ".SS " + roff(path) + "\n" + roff(command.about) + ".\n" + optionsText(command);
    for (const CommandInfo& sub : command.commands)
        text += commandText(sub, path + " " + sub.name);
    return text;
}

constexpr const char* kRest = R"(.SH EXIT STATUS
.TP
0
done
.TP
1
an internal error
.TP
2
the command line cannot be understood, or the order's state does not allow the step
.TP
3
the sheet or the map was refused, or no row can be ordered
.TP
4
finished, some rows were refused or need a fix
.TP
5
key or scope
.TP
6
a limit on money: \-\-max\-total, balance, spending cap, a changed price, or not confirmed
.TP
7
server or network; what was started can be resumed
.TP
8
the request budget is used up; what was started can be resumed
.TP
9
another run holds the ledger
.TP
10
local storage: disk full, damaged ledger, no permission
.TP
130
interrupted; what was started can be resumed
.SH ENVIRONMENT
.TP
LEADSHEET_API_KEY
the key, when neither \-\-key\-file nor \-\-key\-stdin is given
.TP
LEADSHEET_PLATFORM_KEY
the key of an outreach platform, when neither \-\-credential\-file nor \-\-credential\-stdin is given
.TP
LEADSHEET_WEBHOOK_SECRET
the secret for \fBleadsheet webhooks listen\fR, when \-\-secret\-file is not given
.TP
LC_ALL, LC_MESSAGES, LANG
the language, when \-\-lang is not given: German if the first one that is set begins with de, else English
.TP
NO_COLOR
no colours, unless it is empty
.TP
http_proxy, https_proxy, all_proxy, no_proxy
the proxy, when \-\-proxy is not given
.SH FILES
.TP
$XDG_CONFIG_HOME/leadsheet (~/.config/leadsheet)
profiles (without keys) and saved maps
.TP
$XDG_DATA_HOME/leadsheet (~/.local/share/leadsheet)
the ledger of what was ordered, and the sandbox
.TP
leadsheet.portable
when it lies beside the program, profiles, maps, ledger and sandbox are in the folder leadsheet\-data beside it instead
.SH KEYS
Keys live in the system keychain. They are never taken from the command line. Where there is no keychain, a key is
used for one command and kept nowhere.
)";

} // namespace

std::string manualPage(const CommandInfo& program) {
    std::string text =
        ".\\\" SPDX-License-Identifier: Apache-2.0\n"
        ".TH LEADSHEET 1 \"\" \"leadsheet " LEADSHEET_VERSION "\"\n"
        ".SH NAME\nleadsheet \\- " +
        roff(program.about) +
        "\n.SH SYNOPSIS\n\\fBleadsheet\\fR [\\fIoptions\\fR] \\fIcommand\\fR "
        "[\\fIarguments\\fR]\n"
        ".SH DESCRIPTION\n"
        "Each row of a sheet becomes exactly one priced order. Every order is written to a "
        "ledger before it is sent, under a key derived from the row itself: a sheet that "
        "is submitted twice, after a crash or from another computer, orders nothing twice.\n"
        ".SH OPTIONS\n" +
        optionsText(program) + ".SH COMMANDS\n";
    for (const CommandInfo& command : program.commands)
        text += commandText(command, command.name);
    return text + kRest;
}

} // namespace leadsheet::cli
