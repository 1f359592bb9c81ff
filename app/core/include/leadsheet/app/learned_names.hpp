// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <filesystem>
#include <map>
#include <string>
#include <string_view>

namespace leadsheet::app {

/// What a person said earlier about column names: this name means that field, or is to be left out.
/// The last word counts. Names are compared without case, accents, blanks and signs.
class LearnedNames {
public:
    /// An absent file is an empty memory; a damaged one is MapInvalid naming the file.
    [[nodiscard]] static SheetResult<LearnedNames> load(const std::filesystem::path& file);
    [[nodiscard]] SheetResult<void> save(const std::filesystem::path& file) const;

    /// Takes over what was stated in a map, not what the program matched by itself. False when that
    /// is nothing new.
    bool learn(const ColumnMap& map);

    /// The field a name was mapped to; empty when it was not. `kLeftOut` for ignored columns.
    std::string_view targetFor(std::string_view header) const;
    static constexpr std::string_view kLeftOut = "-";

    std::size_t size() const { return targets_.size(); }

private:
    bool remember(const std::string& header, std::string_view target);

    std::map<std::string, std::string, std::less<>> targets_; // by plain name
};
/// Names beyond this are not learned: the memory stays readable by a person.
inline constexpr std::size_t kMaxLearnedNames = 2000;

} // namespace leadsheet::app
