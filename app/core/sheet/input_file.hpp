// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>
#include <string>

namespace leadsheet::app {

/// A regular file read by position. Never mapped: a mapped file that is cut while it is read kills
/// the process, a positioned read only comes back short.
class InputFile {
public:
    static SheetResult<InputFile> open(const std::filesystem::path& path);
    InputFile(InputFile&& other) noexcept;
    InputFile& operator=(InputFile&& other) noexcept;
    InputFile(const InputFile&) = delete;
    InputFile& operator=(const InputFile&) = delete;
    ~InputFile();

    /// Fills `into` as far as the file goes; fewer bytes only at the end.
    SheetResult<std::size_t> readAt(std::uint64_t offset, std::span<char> into) const;
    std::uint64_t size() const { return size_; }
    /// The same file was written to since it was opened.
    bool changed() const;

private:
    InputFile() = default;

    int descriptor_ = -1;
    std::uint64_t size_ = 0;
    std::int64_t modifiedSeconds_ = 0;
    std::int64_t modifiedNanos_ = 0;
};

/// The bytes of a small file; LimitExceeded when it is larger than `maxBytes`.
SheetResult<std::string> readSmallFile(const std::filesystem::path& path, std::uint64_t maxBytes);

/// A sentence for an errno value, for use inside a reason: "no permission", "no such file".
std::string systemReason(int error);

} // namespace leadsheet::app
