// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <vector>

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

/// What a number in a cell may stand beside.
enum class NumberUnit {
    Count,      ///< "50 leads", "ca. 50", "1k"
    Kilometres, ///< "25 km"
    Miles,      ///< "25 mi"
    Stars       ///< "4+ stars", "4.5\u2605", and "4+" alone
};

/// The words that people write into cells. Immutable once made.
class CellWords {
public:
    static const CellWords& builtIn();

    Placeholder placeholder(std::string_view text) const;
    /// "worldwide", by plain name: no place, but all of them.
    bool isEverywhere(const std::string& plainText) const {
        return everywhere_.contains(plainText);
    }
    /// By plain name; all of a country that is named elsewhere, or nowhere.
    bool isNational(const std::string& plainText) const { return national_.contains(plainText); }
    /// The number of a text that says nothing else: "50" of "ca. 50 leads", "1500" of "1.5k", with
    /// its own grouping signs. Empty for plain numbers and for texts that say more.
    std::string numberIn(std::string_view text, NumberUnit unit) const;
    /// By plain name; absent for a word that has no place in a range.
    std::optional<SizeWord> sizeWord(const std::string& plainWord) const;
    /// "mid-market" and the like, which only repeat the range that they stand beside; by plain
    /// name.
    bool isLabel(const std::string& plainText) const { return labels_.contains(plainText); }
    /// "self-employed" and the like, by plain name.
    bool isAlone(const std::string& plainText) const { return alone_.contains(plainText); }
    /// The known word that a misspelt one is: one letter missing, one too many or two swapped
    /// inside of it. Empty for known words, for short ones, and where several could be.
    std::string_view wordMisspelt(std::string_view word) const;
    /// 1 to 12 by a month's plain name; 0 for other words.
    int month(const std::string& plainWord) const;

private:
    const std::unordered_set<std::string>& unitsOf(NumberUnit unit) const;
    explicit CellWords(std::string_view json);
    void addPlaceholder(std::string_view text, Placeholder meaning);
    bool mayBePlaceholder(std::string_view text) const;
    bool isExample(std::string_view text) const;
    /// "see tab 2", "same as Q3"
    bool isReference(std::string_view text) const;

    std::unordered_map<std::string, Placeholder> placeholders_; // by plain name
    std::unordered_map<std::string, Placeholder> short_;        // by text without blanks
    std::unordered_map<std::string, SizeWord> sizeWords_;
    std::unordered_set<std::string> labels_;
    std::unordered_set<std::string> alone_;
    std::unordered_map<std::string, int> months_;
    std::unordered_map<std::string, std::vector<std::string>>
        spelling_;                                                // by plain name: as written
    std::unordered_multimap<std::string, std::string> spelling1_; // with a letter left out -> plain
    std::unordered_set<std::string> everywhere_;
    std::unordered_set<std::string> national_;
    std::unordered_set<std::string> examples_; // before a colon: "example: Software"
    std::unordered_set<std::string> about_;    // before a number, changing nothing
    std::unordered_set<std::string> counted_;  // behind a number of leads
    std::unordered_set<std::string> miles_;
    std::unordered_set<std::string> stars_;
    std::unordered_set<std::string> distances_; // behind a number of kilometres
    std::unordered_set<std::string> thousands_;
    std::size_t longest_ = 0;
    std::array<std::uint32_t, 128> lengths_{};  // bits, by first letter of the plain name
    std::unordered_set<std::string> pointing_;  // "see"
    std::unordered_set<std::string> pointedAt_; // "tab"
    std::unordered_set<std::string> sameAs_;    // "same as"
};

} // namespace leadsheet::app
