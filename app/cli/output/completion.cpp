// SPDX-License-Identifier: Apache-2.0
#include "shell_files.hpp"

#include "words.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <functional>
#include <vector>

namespace leadsheet::cli {
namespace {

std::vector<const CLI::App*> commandsOf(const CLI::App& app) {
    return app.get_subcommands([](const CLI::App*) { return true; });
}

std::vector<std::string> optionsOf(const CLI::App& app) {
    std::vector<std::string> names;
    for (const CLI::Option* option : app.get_options())
        for (const std::string& name : option->get_lnames())
            names.push_back("--" + name);
    return names;
}

bool takesFile(const CLI::Option& option) {
    return option.get_type_name() == "FILE" || option.get_name() == "SHEET" ||
           option.get_type_name() == "FOLDER";
}

/// Calls `each` with every command and its words, "" for the program itself.
void walk(const CLI::App& app, const std::string& path,
          const std::function<void(const std::string&, const CLI::App&)>& each) {
    each(path, app);
    for (const CLI::App* command : commandsOf(app))
        walk(*command, path.empty() ? command->get_name() : path + " " + command->get_name(), each);
}

std::string joined(const std::vector<std::string>& words, const std::string& between) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : between) + word;
    return text;
}

/// What both Bourne-like shells choose by.
struct Words {
    std::vector<std::string> paths;         ///< "orders list", in double quotes
    std::vector<std::string> fileOptions;   ///< their value is a file
    std::vector<std::string> sheetCommands; ///< paths that take a file
};

Words wordsOf(const CLI::App& app) {
    Words words;
    walk(app, "", [&words](const std::string& path, const CLI::App& command) {
        const std::string quoted = "\"" + path + "\"";
        if (!path.empty())
            words.paths.push_back(quoted);
        for (const CLI::Option* option : command.get_options()) {
            if (!takesFile(*option))
                continue;
            if (option->get_positional())
                words.sheetCommands.push_back(quoted);
            for (const std::string& name : option->get_lnames())
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

} // namespace

std::string bashCompletion(const CLI::App& app) {
    const Words all = wordsOf(app);
    std::string cases;
    walk(app, "", [&](const std::string& path, const CLI::App& command) {
        std::vector<std::string> words;
        for (const CLI::App* sub : commandsOf(command))
            words.push_back(sub->get_name());
        for (const std::string& option : optionsOf(command))
            words.push_back(option);
        if (!path.empty())
            for (const std::string& option : optionsOf(app))
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

std::string zshCompletion(const CLI::App& app) {
    const Words all = wordsOf(app);
    const auto described = [](const CLI::App& command) {
        std::vector<std::string> words;
        for (const CLI::Option* option : command.get_options())
            for (const std::string& name : option->get_lnames())
                words.push_back(shellQuoted("--" + name + ":" + option->get_description()));
        return words;
    };
    std::string cases;
    walk(app, "", [&](const std::string& path, const CLI::App& command) {
        std::vector<std::string> subcommands;
        for (const CLI::App* sub : commandsOf(command))
            subcommands.push_back(shellQuoted(sub->get_name() + ":" + sub->get_description()));
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
           "    flags=(" +
           joined(described(app), " ") +
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

std::string fishCompletion(const CLI::App& app) {
    std::string text = "# SPDX-License-Identifier: Apache-2.0\n"
                       "# fish completion for leadsheet; made by: leadsheet completion fish\n";
    walk(app, "", [&](const std::string& path, const CLI::App& command) {
        std::string seen;
        for (std::size_t at = 0; at < path.size();) {
            const std::size_t end = std::min(path.find(' ', at), path.size());
            seen += (seen.empty() ? "" : "; and ") +
                    ("__fish_seen_subcommand_from " + path.substr(at, end - at));
            at = end + 1;
        }
        const std::string where =
            path.empty() ? " -n __fish_use_subcommand" : " -n " + fishQuoted(seen);
        for (const CLI::App* sub : commandsOf(command))
            text += "complete -c leadsheet -f" + where + " -a " + sub->get_name() + " -d " +
                    fishQuoted(sub->get_description()) + "\n";
        for (const CLI::Option* option : command.get_options())
            for (const std::string& name : option->get_lnames())
                text += "complete -c leadsheet" + (path.empty() ? std::string() : where) + " -l " +
                        name + (option->get_items_expected_max() > 0 ? " -r" : "") +
                        (takesFile(*option) ? " -F" : " -f") + " -d " +
                        fishQuoted(option->get_description()) + "\n";
    });
    return text;
}

} // namespace leadsheet::cli
