// SPDX-License-Identifier: Apache-2.0
#include "shell_files.hpp"

#include "../output/words.hpp"

#include <algorithm>
#include <functional>
#include <vector>

namespace leadsheet::cli {
namespace {

std::vector<std::string> optionsOf(const CommandInfo& command) {
    std::vector<std::string> names;
    for (const OptionInfo& option : command.options)
        for (const std::string& name : option.longNames)
            names.push_back("--" + name);
    return names;
}

/// Calls `each` with every command and its words, "" for the program itself.
void walk(const CommandInfo& command, const std::string& path,
          const std::function<void(const std::string&, const CommandInfo&)>& each) {
    each(path, command);
    for (const CommandInfo& sub : command.commands)
        walk(sub, path.empty() ? sub.name : path + " " + sub.name, each);
}

/// What both Bourne-like shells choose by.
struct Words {
    std::vector<std::string> paths;                           ///< "orders list", in double quotes
    std::vector<std::pair<std::string, std::string>> choices; ///< "orders list --state": its words
    std::vector<std::string> fileOptions;                     ///< their value is a file
    std::vector<std::string> sheetCommands;                   ///< paths that take a file
};

Words wordsOf(const CommandInfo& program) {
    Words words;
    walk(program, "", [&words](const std::string& path, const CommandInfo& command) {
        const std::string quoted = "\"" + path + "\"";
        if (!path.empty())
            words.paths.push_back(quoted);
        for (const OptionInfo& option : command.options) {
            for (const std::string& name : option.longNames)
                if (!option.choices.empty())
                    words.choices.emplace_back("\"" + path + " --" + name + "\"",
                                               joined(option.choices, " "));
            if (!option.takesFile())
                continue;
            if (option.positional)
                words.sheetCommands.push_back(quoted);
            for (const std::string& name : option.longNames)
                if (std::find(words.fileOptions.begin(), words.fileOptions.end(), "--" + name) ==
                    words.fileOptions.end())
                    words.fileOptions.push_back("--" + name);
        }
    });
    return words;
}

std::string fishQuoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return quoted + "'";
}

/// One case for each option with choices: `before` its words, `behind` them its values, `end`.
std::string choiceCases(const Words& all, const std::string& before, const std::string& behind,
                        const std::string& end) {
    std::string cases;
    for (const auto& [words, values] : all.choices)
        cases += "        " + before + words + behind + values + end + "; return ;;\n";
    return cases;
}

} // namespace

std::string bashCompletion(const CommandInfo& program) {
    const Words all = wordsOf(program);
    std::string cases;
    walk(program, "", [&](const std::string& path, const CommandInfo& command) {
        std::vector<std::string> words;
        for (const CommandInfo& sub : command.commands)
            words.push_back(sub.name);
        for (const OptionInfo& option : command.options)
            if (option.positional)
                words.insert(words.end(), option.choices.begin(), option.choices.end());
        for (const std::string& option : optionsOf(command))
            words.push_back(option);
        if (!path.empty())
            for (const std::string& option : optionsOf(program))
                words.push_back(option);
        cases += "        \"" + path + "\") words=\"" + joined(words, " ") + "\" ;;\n";
    });
    return "# SPDX-License-Identifier: Apache-2.0\n"
           "# bash completion for leadsheet; made by: leadsheet completion bash\n"
           "_leadsheet() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= word "
           "words= i\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        word=\"$path${path:+ }${COMP_WORDS[i]}\"\n"
           "        case $word in " +
           joined(all.paths, "|") +
           ") path=$word ;; esac\n"
           "    done\n"
           "    case $prev in " +
           joined(all.fileOptions, "|") +
           ") COMPREPLY=($(compgen -f -- \"$cur\")); return ;; esac\n"
           "    case \"$path $prev\" in\n" +
           choiceCases(all, "", ") COMPREPLY=($(compgen -W \"", "\" -- \"$cur\"))") +
           "    esac\n"
           "    case $path in\n" +
           cases +
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "    case $path in " +
           joined(all.sheetCommands, "|") +
           ") [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\")) ;; esac\n"
           "}\n"
           "complete -o filenames -F _leadsheet leadsheet\n";
}

std::string zshCompletion(const CommandInfo& program) {
    const Words all = wordsOf(program);
    const auto described = [](const CommandInfo& command) {
        std::vector<std::string> words;
        for (const OptionInfo& option : command.options)
            for (const std::string& name : option.longNames)
                words.push_back(shellQuoted("--" + name + ":" + option.about));
        return words;
    };
    std::string cases;
    walk(program, "", [&](const std::string& path, const CommandInfo& command) {
        std::vector<std::string> subcommands;
        for (const CommandInfo& sub : command.commands)
            subcommands.push_back(shellQuoted(sub.name + ":" + sub.about));
        for (const OptionInfo& option : command.options)
            if (option.positional)
                subcommands.insert(subcommands.end(), option.choices.begin(), option.choices.end());
        cases += "        (\"" + path + "\")\n            subcommands=(" +
                 joined(subcommands, " ") + ")\n            flags+=(" +
                 (path.empty() ? std::string() : joined(described(command), " ")) + ") ;;\n";
    });
    return "#compdef leadsheet\n"
           "# SPDX-License-Identifier: Apache-2.0\n"
           "# zsh completion for leadsheet; made by: leadsheet completion zsh\n"
           "_leadsheet() {\n"
           "    local at= word i\n"
           "    local -a subcommands flags\n"
           "    for ((i = 2; i < CURRENT; i++)); do\n"
           "        word=\"$at${at:+ }${words[i]}\"\n"
           "        case $word in (" +
           joined(all.paths, "|") +
           ") at=$word ;; esac\n"
           "    done\n"
           "    case ${words[CURRENT-1]} in (" +
           joined(all.fileOptions, "|") +
           ") _files; return ;; esac\n"
           "    case \"$at ${words[CURRENT-1]}\" in\n" +
           choiceCases(all, "(", ") compadd -- ", "") +
           "    esac\n"
           "    flags=(" +
           joined(described(program), " ") +
           ")\n"
           "    case $at in\n" +
           cases +
           "    esac\n"
           "    if [[ ${words[CURRENT]} == -* ]]; then\n"
           "        _describe -o option flags\n"
           "        return\n"
           "    fi\n"
           "    (( ${#subcommands} )) && _describe command subcommands\n"
           "    case $at in (" +
           joined(all.sheetCommands, "|") +
           ") _files ;; esac\n"
           "}\n"
           "# Found by its name it is the function itself; read as a script it announces it.\n"
           "if [[ ${funcstack[1]} == _leadsheet ]]; then\n"
           "    _leadsheet \"$@\"\n"
           "else\n"
           "    compdef _leadsheet leadsheet\n"
           "fi\n";
}

std::string fishCompletion(const CommandInfo& program) {
    std::string text = "# SPDX-License-Identifier: Apache-2.0\n"
                       "# fish completion for leadsheet; made by: leadsheet completion fish\n";
    walk(program, "", [&](const std::string& path, const CommandInfo& command) {
        std::string seen;
        for (std::size_t at = 0; at < path.size();) {
            const std::size_t end = std::min(path.find(' ', at), path.size());
            seen += (seen.empty() ? "" : "; and ") +
                    ("__fish_seen_subcommand_from " + path.substr(at, end - at));
            at = end + 1;
        }
        const std::string where =
            path.empty() ? " -n __fish_use_subcommand" : " -n " + fishQuoted(seen);
        for (const CommandInfo& sub : command.commands)
            text += "complete -c leadsheet -f" + where + " -a " + sub.name + " -d " +
                    fishQuoted(sub.about) + "\n";
        for (const OptionInfo& option : command.options) {
            const std::string choices = option.choices.empty()
                                            ? std::string()
                                            : " -a " + fishQuoted(joined(option.choices, " "));
            if (option.positional && !choices.empty())
                text += "complete -c leadsheet -f" + where + choices + "\n";
            for (const std::string& name : option.longNames)
                text += "complete -c leadsheet" + (path.empty() ? std::string() : where) + " -l " +
                        name + (option.takesValue ? " -r" : "") +
                        (option.takesFile() ? " -F" : " -f") + choices + " -d " +
                        fishQuoted(option.about) + "\n";
        }
    });
    return text;
}

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
