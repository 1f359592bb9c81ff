// SPDX-License-Identifier: Apache-2.0
#include "registry.hpp"

#include "../output/console.hpp"
#include "leadsheet/messages/clilocal.hpp"

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <system_error>
#include <unistd.h>
#include <vector>

namespace leadsheet::cli {
namespace {

constexpr const char* kServer = "leadsheet-server";

} // namespace

Failure serve(std::span<const char* const> rest) {
    // It is installed beside this program.
    std::error_code error;
    const std::filesystem::path self = std::filesystem::read_symlink("/proc/self/exe", error);
    const std::filesystem::path server = self.parent_path() / kServer;
    std::vector<std::string> arguments{kServer};
    arguments.insert(arguments.end(), rest.begin(), rest.end());
    std::vector<char*> argv;
    for (std::string& argument : arguments)
        argv.push_back(argument.data());
    argv.push_back(nullptr);
    // This process becomes the server: it must get its signals again.
    sigset_t none;
    sigemptyset(&none);
    ::pthread_sigmask(SIG_SETMASK, &none, nullptr);
    std::signal(SIGPIPE, SIG_DFL);
    ::execv(server.c_str(), argv.data());
    const int reason = errno;
    Failure failure;
    failure.exit = ExitCode::Usage;
    failure.what = messages::clilocal::noServerProgram(server.string(),
                                                       std::generic_category().message(reason));
    failure.fix = messages::clilocal::installServer();
    failure.code = "no_server_program";
    return failure;
}

void addServeCommand(Registry& registry) {
    // Only for help and completion: runProgram() hands the arguments over before they are parsed.
    registry.bind(registry.root.addCommand("serve", help::serve()),
                  [](Context&) -> Outcome<ExitCode> { return fail(serve({})); });
}

} // namespace leadsheet::cli
