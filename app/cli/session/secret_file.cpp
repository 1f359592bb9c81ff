// SPDX-License-Identifier: Apache-2.0
#include "secret_file.hpp"

#include <fcntl.h>
#include <unistd.h>

namespace leadsheet::cli {
namespace {

Failure secretFileFailure(const std::filesystem::path& file, const std::string& what) {
    return {ExitCode::Storage,
            "The file " + file.string() + " for the " + what +
                " cannot be made, or exists already.",
            "No " + what + " was made.",
            "Name a file that does not exist, in a folder that you may write to.",
            "storage_error",
            {}};
}

} // namespace

Outcome<void> checkSecretFile(const std::filesystem::path& file, const std::string& what) {
    std::error_code ignored;
    if (!file.empty() && std::filesystem::exists(file, ignored))
        return fail(secretFileFailure(file, what));
    return {};
}

Outcome<void> writeSecretFile(const std::filesystem::path& file, const std::string& secret,
                              const std::string& what) {
    const int descriptor = ::open(file.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (descriptor < 0)
        return fail(secretFileFailure(file, what));
    const std::string text = secret + "\n";
    const auto put = ::write(descriptor, text.data(), text.size());
    const bool kept = put == static_cast<ssize_t>(text.size()) && ::fsync(descriptor) == 0;
    ::close(descriptor);
    if (!kept)
        return fail(secretFileFailure(file, what));
    return {};
}

} // namespace leadsheet::cli
