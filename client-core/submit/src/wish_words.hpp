// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::submit::detail {

/// What a canonical body asks for, as far as it says whom: each field's values folded, without
/// accents, synonyms put as one word, in order, each once.
struct Wish {
    std::string product;
    std::map<std::string, std::vector<std::string>, std::less<>> fields;
};

/// Empty for what is not an order.
Wish wishOf(std::string_view canonicalBody);

/// How two wishes differ; wishes of two products differ in more than one field.
struct WishDifference {
    std::int64_t same = 0; ///< fields
    std::int64_t little =
        0; ///< fields of which only the spelling differs, or that got or lost items; an item of an
           ///< address, a size band or a technology is the same or another
    std::int64_t other = 0;    ///< fields that say something else, or stand in one wish only
    std::string otherField;    ///< the last of them
    bool otherIsExact = false; ///< an address, a technology and the like

    void addOther(const std::string& field, bool exact) {
        ++other;
        otherField = field;
        otherIsExact = exact;
    }
    /// One may be a correction of the other.
    bool isLittle() const { return other == 0; }
    /// One field was filled with something else, and the rest is as it was.
    bool isOneField() const { return other == 1 && same > 0; }
};
WishDifference difference(const Wish& one, const Wish& another);

/// Equal for wishes that may differ in this field and are equal in the others.
std::uint64_t without(const Wish& wish, std::string_view field);

} // namespace leadsheet::submit::detail
