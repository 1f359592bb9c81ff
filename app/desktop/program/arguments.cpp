// SPDX-License-Identifier: Apache-2.0
#include "arguments.hpp"

#include <QFileInfo>

#include <string_view>

namespace leadsheet::desktop {

Arguments parseArguments(int argc, const char* const* argv) {
    Arguments arguments;
    arguments.forQt.emplace_back(argc > 0 ? argv[0] : "leadsheet-desktop");
    for (int i = 1; i < argc; ++i) {
        const std::string_view word = argv[i];
        if (word == "--help" || word == "-h") {
            arguments.showHelp = true;
        } else if (word == "--version") {
            arguments.showVersion = true;
        } else if (word == "--sandbox") {
            arguments.sandbox = true;
        } else if (word == "--data-dir" || word == "-platform" || word == "-style") {
            if (i + 1 >= argc) {
                arguments.wrong = std::string(word) + " needs a value.";
                return arguments;
            }
            ++i;
            if (word == "--data-dir")
                arguments.dataDir = argv[i];
            else
                arguments.forQt.insert(arguments.forQt.end(), {std::string(word), argv[i]});
        } else if (word.starts_with("--data-dir=")) {
            arguments.dataDir = word.substr(word.find('=') + 1);
        } else if (word == "--") {
            arguments.sheets.insert(arguments.sheets.end(), argv + i + 1, argv + argc);
            return arguments;
        } else if (word.starts_with("-")) {
            arguments.wrong = "There is no option " + std::string(word) + ".";
            return arguments;
        } else {
            arguments.sheets.emplace_back(word);
        }
    }
    return arguments;
}

std::string helpText() {
    return "usage: leadsheet-desktop [--sandbox] [--data-dir FOLDER] [SHEET...]\n"
           "\n"
           "Opens the Leadsheet window. SHEET is a file or the URL of a published sheet; when the\n"
           "window is open already, it is shown there.\n"
           "\n"
           "  --sandbox          use the built-in sandbox: the whole service on this computer\n"
           "  --data-dir FOLDER  keep ledger, profiles and sandbox here\n"
           "  --version          show the version\n"
           "\n"
           "The same work without a window: leadsheet --help\n";
}

QStringList absoluteSheets(const Arguments& arguments) {
    QStringList sheets;
    for (const std::string& sheet : arguments.sheets) {
        const QString text = QString::fromStdString(sheet);
        sheets << (text.contains(QLatin1String("://")) ? text : QFileInfo(text).absoluteFilePath());
    }
    return sheets;
}

} // namespace leadsheet::desktop
