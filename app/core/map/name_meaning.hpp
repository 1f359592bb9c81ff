// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "map/vocabulary.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// How well a name says a field; from `Near` on it may be taken.
enum class NameFit {
    None,
    Word, ///< it contains a known name beside words that could change the meaning
    Weak, ///< it means the field only where the cells show it
    Near, ///< it is a known name but for one letter
    Core, ///< it is a known name with words that change nothing
    Name  ///< it is a known name
};

/// Which end of a range a name says: "Employees (max)" is half of one.
enum class RangeEnd { None, Lower, Upper };

/// What a column's name says, before any cell is looked at.
struct NameMeaning {
    std::string target; ///< the field it names; of an excluding name one that excludes, or the one
                        ///< it would narrow
    std::vector<std::string> others; ///< of a Weak fit: the fields it may mean as well
    NameFit fit = NameFit::None;
    PlacePart place = PlacePart::None;
    bool ofCompany = false;  ///< "Company country"
    bool ofPerson = false;   ///< "Contact country"
    bool excludes = false;   ///< it says what is not meant
    bool ofOthers = false;   ///< of the seller, a person in charge, a competitor, another record
    bool isOptional = false; ///< "Phone not required": a yes below it asks for nothing
    bool ifProven = false;   ///< of a Weak fit: nothing is to be offered by the name alone
    RangeEnd end = RangeEnd::None; ///< of a range of employees that it says
    NoField noField = NoField::No;

    /// Whether the name forbids to fill its target.
    bool vetoed() const {
        return ofOthers || isOptional || end != RangeEnd::None ||
               (excludes && fit == NameFit::None);
    }
};

/// A column's name taken apart into plain words.
struct NameWords {
    std::string text;                ///< as written, without remarks in brackets
    std::string remarkText;          ///< what stands in brackets
    std::vector<std::string> all;    ///< of the name
    std::vector<std::string> name;   ///< of the name, without those that deny
    std::vector<std::string> remark; ///< of the remark, without those that deny
    bool denies = false;             ///< a word or a sign says that it is not meant
    bool isOptional = false;         ///< "not required", "optional"
    bool asks = false;               ///< "(yes/no)"
    RangeEnd end = RangeEnd::None;   ///< "min", "up to", ">": one end of a range
};
NameWords wordsOfName(std::string_view header);

/// The plain words of a text, compound ones by their parts: "Zielland" is ziel, land.
std::vector<std::string> wordsOf(std::string_view text);

/// The words of a name, those of a remark included: "Leads (revised)".
std::vector<std::string> allWordsOf(std::string_view header);

/// What is counted by a name.
enum class Counted {
    Nothing,
    Leads,      ///< "Contacts needed", "# of leads": what is ordered
    Businesses, ///< "Number of businesses": what is ordered around a place, or how many there are
    PerCompany  ///< "Number of leads per company": a limit
};
Counted countedBy(const std::vector<std::string>& words);
/// "Stars at least", "Ocena min.": the lower end of what businesses are rated.
bool namesLeastRating(const std::vector<std::string>& words);

/// "Annual revenue", "Past titles", "SIC Code 1": a limit of who is meant that no field holds.
bool namesLimit(std::string_view header);

/// "Leads ('000)", "in hundreds", "x 100", "per month": what is counted is not single leads, or not
/// those of one order.
bool namesScale(std::string_view text);
/// A text that says so and nothing else: "All numbers in hundreds". Not "Revenue in thousands".
bool isScaleAlone(std::string_view text);

/// Decides on whole words, remarks in brackets included; nothing of the sheet around matters.
NameMeaning meaningOf(std::string_view header);

/// The end of a range of company sizes that a column of this name holds.
RangeEnd sizeEndOf(std::string_view header);

} // namespace leadsheet::app
