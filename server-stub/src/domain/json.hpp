// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "domain/expected.hpp"

#include <boost/json/value.hpp>
#include <cstddef>
#include <functional>
#include <memory>
#include <string>
#include <string_view>

namespace leadsheet::server::domain {

/// Bounds of one request document.
struct JsonLimits {
    std::size_t maxBytes = std::size_t{16} * 1024 * 1024;
    std::size_t maxDepth = 32;         ///< nested arrays and objects
    std::size_t maxValues = 1'000'000; ///< all values of the document together
    std::size_t maxMembers = 1'000;    ///< members of one object
};

struct JsonError {
    enum class Code {
        Syntax,
        InvalidUtf8,
        DuplicateMember,
        TooDeep,
        TooLarge,         ///< bytes, values or members over the limit
        NumberOutOfRange, ///< a decimal of over 15 digits, or with an exponent past reckoning
    };
    Code code;
    std::size_t offset;  ///< byte at or shortly after the fault
    std::string pointer; ///< RFC 6901 pointer to the place being read; "" = the document
    std::string detail;  ///< one sentence for people
};

/// Parses a request body strictly (RFC 8259): no comments, no trailing commas, no duplicate
/// members, no invalid UTF-8. A number with an integral value becomes an int64 (uint64 above it)
/// however it is spelled: 5e2 is the integer 500; past 64 bits or a double it is +-1e308, which no
/// field takes. A decimal keeps every digit that was sent: more than 15 significant are refused.
tl::expected<boost::json::value, JsonError> parseJson(std::string_view text,
                                                      const JsonLimits& limits = {});

/// Parses a document like parseJson(), piece by piece, and hands out the items of the array that
/// its member `list` is as they come. What is held at a time is bounded, however long the array is:
/// one item, and the rest of the document. Not thread-safe.
class JsonItems {
public:
    using Take = std::function<void(boost::json::value)>;

    /// `limits.maxBytes`, `maxValues` are those of one item, and of the rest; white space does not
    /// count. An item over them is refused as TooLarge.
    JsonItems(std::string list, const JsonLimits& limits, Take take);
    ~JsonItems();
    JsonItems(const JsonItems&) = delete;
    JsonItems& operator=(const JsonItems&) = delete;

    /// Reads on. After an error nothing else is to be called.
    tl::expected<void, JsonError> add(std::string_view piece);
    /// The end of the text: the document, its list empty.
    tl::expected<boost::json::value, JsonError> finish();

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// The document with members sorted by their bytes, no white space and shortest numbers: two
/// spellings of the same document give the same bytes. Expects a value made by parseJson().
std::string canonicalJson(const boost::json::value& value);

/// `pointer` + "/" + token, escaped (RFC 6901). Of a token over 100 bytes only the beginning is
/// kept: names come from strangers, and pointers go into answers.
std::string childPointer(std::string_view pointer, std::string_view token);
std::string childPointer(std::string_view pointer, std::size_t index);

} // namespace leadsheet::server::domain
