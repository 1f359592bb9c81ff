// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app {

/// What a text says about the number of employees, in the bands that can be ordered.
struct SizeReading {
    enum class Kind {
        None,  ///< no size
        Exact, ///< these bands and nothing else
        Wider, ///< one number, or ends that differ by one: the bands around it
        Cut,   ///< the bands around it have sizes that were not asked for
    };
    Kind kind = Kind::None;
    std::vector<std::string> bands;
    bool count = false; ///< a single number of employees, as a CRM exports it
};

/// Reads "1,001-5,000", "51 bis 200 Mitarbeiter", "10.000+", "1K-5K", "over 500", "85". `bands` are
/// the members of the field, ascending: 1-10, ..., 10001+.
SizeReading readSize(std::string_view text, const std::vector<std::string>& bands);

/// Cuts a list at commas, "/", "&", "+" and words such as "or", never inside a number or a range:
/// "1,001-5,000, 5,001-10,000" are two, and so are "11-50 / 51-200".
std::vector<std::string_view> splitSizes(std::string_view text,
                                         const std::vector<std::string>& bands);

/// What a text may mean that says no size: "200-50", "50-", "200ish". Bands joined by ";".
std::vector<std::string> sizesNear(std::string_view text, const std::vector<std::string>& bands);

/// "51,200" with a comma that separates the ends of a range, as some exports write it; the range in
/// plain form, empty when it is none.
std::string rangeWithComma(std::string_view text, const std::vector<std::string>& bands);

/// The size that a date stands for: spreadsheet programs turn a typed "11-50" into November 1950
/// and "1-10" into the first of October or the tenth of January. Empty for what is not a date, or a
/// date that no such range becomes.
std::string rangeMadeDate(std::string_view text, const std::vector<std::string>& bands);
/// The ranges that may have been typed for a date, lower end first; empty for other texts.
std::vector<std::string> rangesMadeDate(std::string_view text);

} // namespace leadsheet::app
