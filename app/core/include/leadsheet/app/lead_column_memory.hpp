// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/lead_sheet.hpp"

#include <map>
#include <string_view>

namespace leadsheet::app {

/// How a person mapped the columns of sheets of leads before: whole sheets by their column names,
/// and single names for sheets that have others beside them. Names are compared without case,
/// accents, blanks and signs. Not thread-safe.
class LeadColumnMemory {
public:
    /// An absent file is an empty memory; a damaged one is MapInvalid naming the file.
    [[nodiscard]] static SheetResult<LeadColumnMemory> load(const std::filesystem::path& file);
    [[nodiscard]] SheetResult<void> save(const std::filesystem::path& file) const;

    /// Fills the fields of a sheet that was matched by name. A sheet with the same columns counts
    /// before single names; a field is never given twice.
    void apply(LeadSheet& sheet) const;

    /// Takes over what a person stated in a sheet that is used as it is mapped now, and how the
    /// whole of it is mapped. False when that is nothing new, or nothing was stated.
    bool learn(const LeadSheet& sheet);

private:
    std::map<std::string, std::string, std::less<>> names_; // by plain name; kLeftOut or a field
    std::map<std::string, std::vector<std::string>, std::less<>> sheets_; // by signature
};
/// Beyond these nothing is learned: the memory stays readable by a person.
inline constexpr std::size_t kMaxLearnedLeadNames = 2000;
inline constexpr std::size_t kMaxLearnedLeadSheets = 200;

} // namespace leadsheet::app
