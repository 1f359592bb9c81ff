// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/result.hpp"

#include <filesystem>
#include <string>
#include <string_view>

namespace leadsheet::submit::detail {

/// A file of mode 0600 that appears complete or not at all.
class AuditFile {
public:
    static Result<AuditFile> create(const std::filesystem::path& target, bool replace);
    AuditFile(AuditFile&& other) noexcept;
    AuditFile& operator=(AuditFile&&) = delete;
    ~AuditFile();

    /// Adds the line end.
    Result<void> write(std::string_view line);
    Result<void> commit();

private:
    AuditFile(std::filesystem::path target, std::filesystem::path temporary, int descriptor,
              bool replace);
    Result<void> flush();

    std::filesystem::path target_;
    std::filesystem::path temporary_; ///< empty once it is gone
    int descriptor_;
    bool replace_;
    std::string buffer_;
};

} // namespace leadsheet::submit::detail
