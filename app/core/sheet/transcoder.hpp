// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/sheet_error.hpp"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace leadsheet::app {

/// The name ICU knows an encoding by ("Latin1" -> "windows-1252", "utf8" -> "UTF-8"); absent when
/// there is none. ISO-8859-1 is read as windows-1252, of which it is a part, as browsers do.
std::optional<std::string> canonicalEncoding(std::string_view name);

/// Turns a stream of bytes in some encoding into UTF-8, whole characters only.
class Decoder {
public:
    static std::optional<Decoder> create(const std::string& encoding);
    Decoder(Decoder&&) noexcept;
    Decoder& operator=(Decoder&&) noexcept;
    ~Decoder();

    /// Appends the text of `bytes` to `out`; `last` flushes a character cut at the end.
    void decode(std::string_view bytes, bool last, std::string& out);
    /// Byte sequences without a meaning so far, each replaced by U+FFFD.
    std::uint64_t replaced() const;
    void reset();

private:
    struct Impl;
    explicit Decoder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// UTF-8 to another encoding; a character it does not have becomes its substitute ("?").
class Encoder {
public:
    static std::optional<Encoder> create(const std::string& encoding);
    Encoder(Encoder&&) noexcept;
    Encoder& operator=(Encoder&&) noexcept;
    ~Encoder();

    void encode(std::string_view text, std::string& out);

private:
    struct Impl;
    explicit Encoder(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

/// The whole text at once; absent when a byte has no meaning in the encoding.
std::optional<std::string> decodeStrictly(std::string_view bytes, const std::string& encoding);

/// An encoding told by a byte order mark.
struct ByteOrderMark {
    std::string encoding;
    std::size_t length = 0;
};
std::optional<ByteOrderMark> byteOrderMark(std::string_view head);

/// UTF-16 or UTF-32 without byte order mark, told by where the zero bytes of `head` are.
std::optional<std::string> wideEncoding(std::string_view head);

/// How much a decoded text looks like words: 1 = every character beyond ASCII sits where its
/// script puts it, 0 or less = symbols inside words, capitals after small letters, mixed scripts.
double textPlausibility(std::string_view utf8);

/// The code page of a text that is not Unicode, or the candidates when that cannot be told.
/// `evidence` are lines with bytes beyond ASCII.
std::variant<std::string, std::vector<std::string>> guessCodePage(std::string_view evidence);

} // namespace leadsheet::app
