// SPDX-License-Identifier: Apache-2.0
#include "context.hpp"

#include "../output/words.hpp"

namespace leadsheet::cli {

WallTime Context::now() const {
    return std::chrono::time_point_cast<std::chrono::milliseconds>(
        std::chrono::system_clock::now());
}

std::filesystem::path Context::ledgerFile() const {
    return options.sandbox ? folders.sandboxLedgerFile() : folders.ledgerFile();
}

namespace {

std::string option(const char* name, const std::string& value) {
    return value.empty() ? std::string() : " " + std::string(name) + " " + shellQuoted(value);
}

std::string option(const char* name, const std::filesystem::path& path) {
    if (path.empty())
        return {};
    std::error_code ignored;
    return option(name, std::filesystem::absolute(path, ignored).string());
}

/// "http://me:secret@proxy:3128" -> "http://USER:PASSWORD@proxy:3128"
std::string withoutPassword(const std::string& proxy) {
    const std::size_t at = proxy.rfind('@');
    if (at == std::string::npos)
        return proxy;
    const std::size_t scheme = proxy.find("://");
    const std::size_t start = scheme == std::string::npos || scheme > at ? 0 : scheme + 3;
    return proxy.substr(0, start) + "USER:PASSWORD" + proxy.substr(at);
}

} // namespace

std::string ledgerCommandHint(const GlobalOptions& options, const std::string& words) {
    return "leadsheet " + words + (options.sandbox ? " --sandbox" : "") +
           option("--data-dir", options.dataDir);
}

std::string commandHint(const GlobalOptions& options, const std::string& words) {
    std::string line = ledgerCommandHint(options, words);
    if (options.sandbox)
        return line;
    return line + option("--profile", options.profile) + option("--base-url", options.baseUrl) +
           option("--key-file", options.keyFile) + option("--ca-file", options.caFile) +
           option("--proxy", withoutPassword(options.proxy));
}

} // namespace leadsheet::cli
