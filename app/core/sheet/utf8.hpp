// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// Length of the well-formed sequence at the start of `text` (Unicode table 3-7), or 0.
/// `cut` is set when the text ends inside a sequence that was well-formed so far.
std::size_t utf8SequenceLength(std::string_view text, bool* cut = nullptr);

/// Offset of the first byte that is not ASCII, or the size.
std::size_t asciiPrefix(std::string_view text);

/// Adds a character; `code` must be one, so no surrogate.
void appendUtf8(std::string& out, std::uint32_t code);

bool isValidUtf8(std::string_view text);

/// The text with every maximal ill-formed piece replaced by U+FFFD; the number goes to `replaced`.
std::string repairUtf8(std::string_view text, std::uint64_t& replaced);

/// Cuts at most `bytes` bytes off the front without splitting a character.
std::string_view utf8Prefix(std::string_view text, std::size_t bytes);

/// Strict check over a text that arrives in blocks.
class Utf8Check {
public:
    void feed(std::string_view block);
    void finish();
    bool isCut() const { return !pending_.empty(); }       ///< within a sequence
    std::uint64_t multiByte() const { return multiByte_; } ///< well-formed, not ASCII
    std::uint64_t bad() const { return bad_; }             ///< ill-formed bytes

private:
    void scan(std::string_view text);

    std::string pending_; // a sequence cut by the end of a block, at most 3 bytes
    std::uint64_t multiByte_ = 0;
    std::uint64_t bad_ = 0;
};

} // namespace leadsheet::app
