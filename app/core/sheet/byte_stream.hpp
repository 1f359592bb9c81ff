// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_error.hpp"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>

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

inline constexpr std::size_t kReadStep = std::size_t{64} * 1024;

/// The bytes of a text sheet in order, plain or inflated. One read is at most one kReadStep of the
/// file, and the stop token is looked at before each.
class ByteStream {
public:
    virtual ~ByteStream() = default;
    /// Fills all of `into` but at the end of the data; 0 = the end.
    virtual SheetResult<std::size_t> read(std::span<char> into) = 0;
    /// Bytes of the file consumed so far.
    virtual std::uint64_t position() const = 0;
    /// Back to the first byte.
    virtual SheetResult<void> rewind() = 0;
};

std::unique_ptr<ByteStream> makePlainStream(const InputFile& file, std::stop_token stop);
/// Inflates gzip, several members too, within the limits whatever the file claims.
std::unique_ptr<ByteStream> makeGzipStream(const InputFile& file, const SheetLimits& limits,
                                           std::stop_token stop);

/// False when `word` is nowhere in the rest of the stream. True also when the stream is no 8-bit
/// text or cannot be read: reading it as what it is tells more.
bool mayContain(ByteStream& stream, std::string_view word);

tl::unexpected<SheetError> cancelledError();

/// Makes the digests that the options of a sheet ask for, of bytes that arrive in pieces. Where
/// none is asked for, it does nothing.
class InputDigester {
public:
    explicit InputDigester(const SheetOptions& options);
    ~InputDigester();

    void add(std::string_view bytes);
    /// Call once.
    InputDigests finish();

private:
    struct Sums;
    std::unique_ptr<Sums> sums_; ///< null = none is asked for
};

/// Of all that is left in a stream, which is not read when none is asked for.
SheetResult<InputDigests> streamDigests(ByteStream& stream, const SheetOptions& options);

} // namespace leadsheet::app
