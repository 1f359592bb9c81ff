// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace leadsheet::server::http {

/// Bytes that are too many for memory: the first of them are kept there, more are put into a file
/// without a name, which goes away with the object (in TMPDIR, else in /tmp). One thread at a time.
class Spool {
public:
    Spool() = default;
    ~Spool();
    Spool(const Spool&) = delete;
    Spool& operator=(const Spool&) = delete;

    /// False when the disk has no room for them or cannot be written to; nothing more is taken
    /// then.
    bool append(std::string_view bytes);
    std::uint64_t size() const noexcept { return written_ + memory_.size(); }

    /// Copies up to `out.size()` bytes from `offset` on, 0 at the end; nullopt when the disk cannot
    /// be read.
    std::optional<std::size_t> read(std::uint64_t offset, std::span<char> out) const;

private:
    static constexpr std::size_t kInMemory = std::size_t{256} * 1024;

    bool flush();

    int file_ = -1;
    bool failed_ = false;
    std::uint64_t written_ = 0; ///< to the file
    std::string memory_;        ///< what follows them
};

/// Reads a Spool from the front; it must outlive the reader and not grow any more.
class SpoolReader {
public:
    explicit SpoolReader(const Spool& spool)
        : spool_(spool) {}

    /// The next bytes, valid until the next call; empty at the end, nullopt when the disk cannot be
    /// read.
    std::optional<std::string_view> piece();
    /// Fills `out`; false at the end, or when the disk cannot be read.
    bool fill(std::span<char> out);

private:
    static constexpr std::size_t kPiece = std::size_t{64} * 1024;

    const Spool& spool_;
    std::uint64_t offset_ = 0;
    std::string buffer_;
    std::string_view left_; ///< of the buffer
};

} // namespace leadsheet::server::http
