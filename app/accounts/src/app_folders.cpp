// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/accounts/app_folders.hpp"

namespace leadsheet::app {

std::filesystem::path programFolder() {
    std::error_code unknown;
    return std::filesystem::read_symlink("/proc/self/exe", unknown).parent_path();
}

std::optional<AppFolders>
appFolders(const std::filesystem::path& dataDir,
           const std::function<std::optional<std::string>(const char* name)>& environment,
           const std::filesystem::path& program) {
    if (!dataDir.empty()) {
        const std::filesystem::path absolute = std::filesystem::absolute(dataDir);
        return AppFolders{absolute, absolute};
    }
    std::error_code unknown;
    if (!program.empty() && std::filesystem::exists(program / kPortableMarker, unknown))
        return AppFolders{program / kPortableFolder, program / kPortableFolder};
    const auto folder = [&](const char* variable,
                            const char* inHome) -> std::optional<std::filesystem::path> {
        const std::filesystem::path given = environment(variable).value_or("");
        if (given.is_absolute())
            return given / "leadsheet";
        const std::filesystem::path home = environment("HOME").value_or("");
        if (!home.is_absolute())
            return std::nullopt;
        return home / inHome / "leadsheet";
    };
    const auto config = folder("XDG_CONFIG_HOME", ".config");
    const auto data = folder("XDG_DATA_HOME", ".local/share");
    if (!config || !data)
        return std::nullopt;
    return AppFolders{*config, *data};
}

} // namespace leadsheet::app
