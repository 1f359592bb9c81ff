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

/// resources/sheets/synonyms.json in three pieces, part of the program.
extern const std::array<std::string_view, 5> kVocabularyJson;

/// What part of a place a column holds; columns of several parts name one place together.
enum class PlacePart { None, Postcode, City, District, Region, Country };

/// What single words do in a column's name; a word may be several.
enum class WordKind : std::uint32_t {
    Negation = 1,            ///< says what is not meant
    AfterNegation = 2,       ///< "not required": says nothing about who is meant
    Others = 4,              ///< of the seller, a person in charge, a competitor, another record
    Company = 8,             ///< whose attribute it is
    Person = 16,             ///< whose attribute it is
    Count = 32,              ///< makes a count out of what it stands with
    Leads = 64,              ///< what is ordered, in the plural
    Lead = 128,              ///< what is ordered, in the singular
    Quantity = 256,          ///< makes a count even of "lead"
    Wanted = 512,            ///< changes nothing
    Plain = 1024,            ///< changes nothing
    Area = 2048,             ///< changes nothing beside a word for places
    CompoundPart = 4096,     ///< may stand before a name without a blank
    Tool = 8192,             ///< a program that has the field
    Businesses = 16384,      ///< what is ordered around a place, in the plural
    Optional = 32768,        ///< "optional": need not be there
    Least = 65536,           ///< "min": the lower end of a range
    Most = 131072,           ///< "max": the upper end of a range
    Remark = 262144,         ///< changes nothing as a remark: how a column is written or filled in
    Operator = 524288,       ///< how another column is compared
    Email = 1048576,         ///< what e-mails are sent to
    Phone = 2097152,         ///< what is called
    Include = 4194304,       ///< a yes below it says that the row is wanted
    RowMark = 8388608,       ///< in a cell: the row is not wanted, or was done
    Customer = 16777216,     ///< who buys
    Ideal = 33554432,        ///< makes one who is sought out of a customer
    Address = 67108864,      ///< changes nothing beside a part of a place
    Limit = 134217728,       ///< of something that limits who is meant and that no field holds
    Progress = 268435456,    ///< of what was ordered or has come
    Rest = 536870912,        ///< of what is still to come
    DealtWith = 1073741824,  ///< a yes or a date below it says that the row was ordered before
    DealtWhen = 2147483648U, ///< changes nothing beside such a word
};

constexpr WordKind operator|(WordKind one, WordKind other) {
    return static_cast<WordKind>(static_cast<std::uint32_t>(one) |
                                 static_cast<std::uint32_t>(other));
}

/// Whether a name is known to mean something that no field of an order holds.
enum class NoField {
    No,
    Other,
    Narrows,  ///< who is meant
    Spending, ///< what a row may cost
};

/// What people call columns, products and values. All texts asked for are in plain form (plainName,
/// or one of plainWords). Immutable once made.
class Vocabulary {
public:
    /// The built-in one, read on first use.
    static const Vocabulary& builtIn();
    /// Absent when the text is not a vocabulary.
    static std::optional<Vocabulary> fromJson(std::string_view json);

    /// Target for a column name in plain form; empty when unknown. Names of parts of places are
    /// names of `locations`.
    std::string_view target(const std::string& plainHeader) const;
    /// Targets of a name that means one of them only where the cells show it; empty when unknown.
    const std::vector<std::string>& weakTargets(const std::string& plainHeader) const;
    /// A name of one or several targets, by itself.
    bool isName(const std::string& plainHeader) const {
        return targets_.contains(plainHeader) || !weakTargets(plainHeader).empty();
    }
    /// The part of a place that a column of this name holds.
    PlacePart placePart(const std::string& plainHeader) const;
    /// Target of the names that have these words, beside those that change nothing, in any order;
    /// empty when there is none or several.
    std::string_view targetOfCore(const std::vector<std::string>& words) const;
    /// Target of the names of at least six letters that differ in one letter, neighbours swapped
    /// included; empty when there is none or several.
    std::string_view nearTarget(const std::string& plainHeader) const;
    /// The name of four or five letters that differs in one letter, neighbours swapped included;
    /// empty when there is none, or when those of two targets do. As a whole it proves little.
    std::string_view nearShortName(const std::string& plainHeader) const;
    NoField noField(const std::string& plainHeader) const;

    /// Of this kind, or of one of several that are joined by |.
    bool is(const std::string& word, WordKind kind) const;
    bool isAny(const std::vector<std::string>& words, WordKind kind) const;
    /// Phrases of several words that say what is not meant, joined: "optout".
    bool isNegationPhrase(const std::string& joined) const;
    /// Fixed phrases with a negation in it that excludes nothing, joined: "nonprofit".
    bool isFixedPhrase(const std::string& joined) const { return fixed_.contains(joined); }
    const std::unordered_set<std::string>& negationPhrases() const { return negationPhrases_; }
    const std::unordered_set<std::string>& fixedPhrases() const { return fixed_; }
    /// All words of a kind, or of one of several that are joined by |; without those that begin
    /// as a negation does.
    std::vector<std::string> words(WordKind kind) const;
    /// Words that begin what denies, plain, and the beginnings that make a word one.
    const std::unordered_set<std::string>& denialStarts() const { return denialStarts_; }
    const std::vector<std::string>& denialStems() const { return stems_; }
    /// Words of cells: "campaign", "crm", "salutation", "title", "technology", "searchSigns",
    /// "denial" (beside the negations of names), "noDenial" (those that name something in a cell).
    bool isCellWord(std::string_view list, const std::string& plainText) const;
    /// All texts of such a list, plain; empty for one that is not known.
    const std::unordered_set<std::string>& cellWords(std::string_view list) const;

    /// Product id for a plain name; empty when unknown.
    std::string_view product(const std::string& plainText) const;
    /// Member of a field's closed set for a plain text; empty when unknown.
    std::string_view value(std::string_view field, const std::string& plainText) const;
    /// The members that a plain text can mean, without being known to.
    std::vector<std::string> guessedValues(std::string_view field,
                                           const std::string& plainText) const;
    /// The member whose known name is one letter away from a plain text; empty when there is none,
    /// or when names of two members are.
    std::string_view nearValue(std::string_view field, const std::string& plainText) const;
    /// A plain text that stands before totals: "total", "summe".
    bool isTotal(const std::string& plainText) const { return totals_.contains(plainText); }
    /// All plain column names with their targets.
    const std::unordered_map<std::string, std::string>& targets() const { return targets_; }
    /// All plain column names that mean a target only where the cells show it, with their targets.
    const std::unordered_map<std::string, std::vector<std::string>>& weak() const { return weak_; }

private:
    class Reader;

    using Near =
        std::unordered_multimap<std::string, std::string>; // with a letter left out -> name

    std::string coreOf(const std::vector<std::string>& words) const;
    std::string_view nearName(const Near& names, const std::string& plainHeader) const;

    std::unordered_map<std::string, std::string> targets_;
    std::unordered_map<std::string, std::vector<std::string>> weak_;
    std::unordered_map<std::string, PlacePart> places_;
    std::unordered_map<std::string, std::string> cores_; // empty: several targets
    Near near_;
    Near nearShort_;
    std::unordered_map<std::string, NoField> noField_;
    std::unordered_map<std::string, std::uint32_t> words_;
    std::unordered_set<std::string> negationPhrases_;
    std::unordered_set<std::string> fixed_;
    std::unordered_set<std::string> denialStarts_;
    std::vector<std::string> stems_;
    std::unordered_map<std::string, std::unordered_set<std::string>> cells_;
    std::unordered_map<std::string, std::string> products_;
    std::unordered_map<std::string, std::string> values_;       // "field/plain text"
    std::unordered_multimap<std::string, std::string> guesses_; // likewise
    std::unordered_set<std::string> totals_;
};

} // namespace leadsheet::app
