// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <string_view>

namespace leadsheet::app::detail {

/// Bytes that are appended once and read anywhere: in memory until they are more than
/// `memoryBytes`, then in a file without a name. One thread appends, any may read what was
/// appended.
class SpoolStore {
public:
    SpoolStore(std::filesystem::path folder, std::size_t memoryBytes);
    ~SpoolStore();
    SpoolStore(const SpoolStore&) = delete;
    SpoolStore& operator=(const SpoolStore&) = delete;

    /// Returns where the bytes are. After a failure nothing more can be appended.
    [[nodiscard]] SheetResult<std::uint64_t> append(std::string_view bytes);
    [[nodiscard]] SheetResult<std::string> read(std::uint64_t at, std::size_t size) const;
    std::size_t memoryUsed() const;

private:
    [[nodiscard]] SheetResult<void> moveToFile();

    std::filesystem::path folder_;
    std::size_t memoryBytes_;
    std::uint64_t size_ = 0;
    mutable std::mutex mutex_; ///< guards memory_ and file_ against the move into the file
    std::string memory_;
    int file_ = -1;
};

} // namespace leadsheet::app::detail
