// SPDX-License-Identifier: Apache-2.0
#include "bridge/application.hpp"
#include "program/desktop_program.hpp"
#include "shell/settings.hpp"

#include <cstdio>
#include <cstdlib>
#include <vector>

namespace {

using namespace leadsheet;
using namespace leadsheet::desktop;

std::optional<std::string> environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::nullopt : std::optional<std::string>(value);
}

int runDesktop(Arguments& arguments, const app::AppFolders& folders) {
    std::vector<char*> forQt;
    for (std::string& word : arguments.forQt)
        forQt.push_back(word.data());
    int count = static_cast<int>(forQt.size());
    forQt.push_back(nullptr);
    Application application(count, forQt.data());
    SingleInstance instance(folders.data, environment("XDG_RUNTIME_DIR").value_or(""));
    if (instance.handOver(absoluteSheets(arguments)))
        return 0;
    const Translations translations(Settings(folders.config).language());
    DesktopProgram program(application, folders);
    QObject::connect(&instance, &SingleInstance::calledAgain, &application,
                     [&program](const QStringList& sheets) { program.openSheets(sheets); });
    program.show();
    program.start(arguments.sandbox);
    if (!arguments.sheets.empty())
        program.openSheets(absoluteSheets(arguments));
    return Application::exec();
}

} // namespace

int main(int argc, char** argv) {
    Arguments arguments = parseArguments(argc, argv);
    if (!arguments.wrong.empty()) {
        std::fprintf(stderr, "leadsheet-desktop: %s\n%s", arguments.wrong.c_str(),
                     helpText().c_str());
        return 2;
    }
    if (arguments.showHelp || arguments.showVersion) {
        std::printf("%s", arguments.showHelp ? helpText().c_str()
                                             : "leadsheet-desktop " LEADSHEET_VERSION "\n");
        return 0;
    }
    const auto folders = app::appFolders(arguments.dataDir, environment, app::programFolder());
    if (!folders) {
        std::fprintf(stderr, "leadsheet-desktop: There is no home folder to keep the ledger in.\n"
                             "  Name a folder with --data-dir, or set HOME.\n");
        return 2;
    }
    return runDesktop(arguments, *folders);
}
