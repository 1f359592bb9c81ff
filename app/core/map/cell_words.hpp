// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace leadsheet::app {

/// resources/sheets/cell_words.json, part of the program.
extern const std::string_view kCellWordsJson;

/// What a word does in a range of employees.
enum class SizeWord { Unit, Range, Between, More, From, Less, UpTo, Or, Filler };

/// What a text stands for that names nothing itself.
enum class Placeholder {
    No,
    Missing, ///< "-", "n/a", "tbd": not known, or not for this row
    Nothing, ///< "any", "alle": does not narrow
    Above,   ///< "ditto", "s.o.": what the row above has
};

/// The words that people write into cells. Immutable once made.
class CellWords {
public:
    static const CellWords& builtIn();

    Placeholder placeholder(std::string_view text) const;
    /// By plain name; absent for a word that has no place in a range.
    std::optional<SizeWord> sizeWord(const std::string& plainWord) const;
    /// "mid-market" and the like, which only repeat the range that they stand beside; by plain name.
    bool isLabel(const std::string& plainText) const { return labels_.contains(plainText); }
    /// "self-employed" and the like, by plain name.
    bool isAlone(const std::string& plainText) const { return alone_.contains(plainText); }
    /// 1 to 12 by a month's plain name; 0 for other words.
    int month(const std::string& plainWord) const;

private:
    explicit CellWords(std::string_view json);
    void addPlaceholder(std::string_view text, Placeholder meaning);
    bool mayBePlaceholder(std::string_view text) const;

    std::unordered_map<std::string, Placeholder> placeholders_; // by plain name
    std::unordered_map<std::string, Placeholder> short_;        // by text without blanks
    std::unordered_map<std::string, SizeWord> sizeWords_;
    std::unordered_set<std::string> labels_;
    std::unordered_set<std::string> alone_;
    std::unordered_map<std::string, int> months_;
    std::size_t longest_ = 0;
    std::array<std::uint32_t, 128> lengths_{}; // bits, by first letter of the plain name
};

} // namespace leadsheet::app
