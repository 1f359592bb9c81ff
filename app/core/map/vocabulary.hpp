// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace leadsheet::app {

/// resources/sheets/synonyms.json, part of the program.
extern const std::string_view kVocabularyJson;

/// What people call columns, products and values. Immutable once made.
class Vocabulary {
public:
    /// The built-in one, read on first use.
    static const Vocabulary& builtIn();
    /// Absent when the text is no vocabulary.
    static std::optional<Vocabulary> fromJson(std::string_view json);

    /// Target for a column name in plain form; empty when unknown.
    std::string_view target(const std::string& plainHeader) const;
    /// Product id for a plain name; empty when unknown.
    std::string_view product(const std::string& plainText) const;
    /// Member of a field's closed set for a plain text; empty when unknown.
    std::string_view value(std::string_view field, const std::string& plainText) const;
    /// The member whose known name is one letter away from a plain text; empty when there is none,
    /// or when names of two members are.
    std::string_view nearValue(std::string_view field, const std::string& plainText) const;
    /// A plain text that stands before totals: "total", "summe".
    bool isTotal(const std::string& plainText) const { return totals_.contains(plainText); }
    /// All plain column names with their targets.
    const std::unordered_map<std::string, std::string>& targets() const { return targets_; }

private:
    std::unordered_map<std::string, std::string> targets_;
    std::unordered_map<std::string, std::string> products_;
    std::unordered_map<std::string, std::string> values_; // "field/plain text"
    std::unordered_set<std::string> totals_;
};

} // namespace leadsheet::app
