// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace leadsheet::app {

/// What stands at a place where elements of one kind may start.
struct ScannedElement {
    enum class Kind {
        Whole,      ///< one of them, told; `end` is behind it
        Incomplete, ///< perhaps one that goes on behind the bytes at hand; nothing was told
        Foreign,    ///< for the parser to say what it is; nothing was told
    };
    Kind kind = Kind::Foreign;
    const char* end = nullptr;
    bool goesOn = false; ///< an incomplete one that ends with `closing()` and nothing else
};

/// Reads elements of one kind, a row say, without the parser. What it takes must be what the parser
/// would take, and must have the same effect.
class ElementScanner {
public:
    virtual ~ElementScanner() = default;
    /// Zero bytes follow the end (PlainXml::kPadding).
    virtual ScannedElement scan(const char* begin, const char* end) = 0;
    /// By what the parser has told so far, such elements may come next.
    virtual bool mayStart() const = 0;
    /// A tag behind which this may be so.
    virtual std::string_view opening() const = 0;
    /// The tag at the end of each.
    virtual std::string_view closing() const = 0;
};

} // namespace leadsheet::app
