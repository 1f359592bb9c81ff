// SPDX-License-Identifier: Apache-2.0
#include "shell_files.hpp"

#include <CLI/CLI.hpp>
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

std::string joined(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string fishQuoted(const std::string& text) {
    std::string quoted = "'";
    for (const char c : text)
        quoted += c == '\'' || c == '\\' ? std::string("\\") + c : std::string(1, c);
    return quoted + "'";
}

} // namespace

std::string bashCompletion(const CLI::App& app) {
    std::string paths;
    std::string words;
    std::string fileOptions;
    std::string sheetCommands;
    const std::string global = joined(optionsOf(app));
    walk(app, "", [&](const std::string& path, const CLI::App& command) {
        if (!path.empty())
            paths += (paths.empty() ? "" : "|") + ("\"" + path + "\"");
        std::vector<std::string> all;
        for (const CLI::App* sub : commandsOf(command))
            all.push_back(sub->get_name());
        for (const std::string& option : optionsOf(command))
            all.push_back(option);
        words += "        \"" + path + "\") words=\"" + joined(all) +
                 (path.empty() ? "" : " " + global) + "\" ;;\n";
        for (const CLI::Option* option : command.get_options()) {
            if (!takesFile(*option))
                continue;
            if (option->get_positional())
                sheetCommands += (sheetCommands.empty() ? "" : "|") + ("\"" + path + "\"");
            for (const std::string& name : option->get_lnames())
                if (fileOptions.find("--" + name + ")") == std::string::npos &&
                    fileOptions.find("--" + name + "|") == std::string::npos)
                    fileOptions += (fileOptions.empty() ? "" : "|") + ("--" + name);
        }
    });
    return "# SPDX-License-Identifier: Apache-2.0\n"
           "# bash completion for leadsheet; made by: leadsheet completion bash\n"
           "_leadsheet() {\n"
           "    local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]} path= word "
           "words= i\n"
           "    for ((i = 1; i < COMP_CWORD; i++)); do\n"
           "        word=\"$path${path:+ }${COMP_WORDS[i]}\"\n"
           "        case $word in " +
           paths +
           ") path=$word ;; esac\n"
           "    done\n"
           "    case $prev in " +
           fileOptions +
           ") COMPREPLY=($(compgen -f -- \"$cur\")); return ;; esac\n"
           "    case $path in\n" +
           words +
           "    esac\n"
           "    COMPREPLY=($(compgen -W \"$words\" -- \"$cur\"))\n"
           "    case $path in " +
           sheetCommands +
           ") [[ $cur == -* ]] || COMPREPLY+=($(compgen -f -- \"$cur\")) ;; esac\n"
           "}\n"
           "complete -o filenames -F _leadsheet leadsheet\n";
}

std::string zshCompletion(const CLI::App& app) {
    return "#compdef leadsheet\n"
           "autoload -U +X bashcompinit && bashcompinit\n" +
           bashCompletion(app);
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
