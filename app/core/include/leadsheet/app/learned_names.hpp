// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/column_map.hpp"

#include <filesystem>
#include <map>
#include <optional>
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

    /// Takes over what was stated in a map, not what the program matched by itself: names, and what
    /// its Empty and Means steps say about texts. False when that is nothing new.
    bool learn(const ColumnMap& map);
    /// The part about texts alone.
    bool learnMeanings(const ColumnMap& map);
    /// Forgets what `was` says about texts and `now` no longer does. False when nothing of it was
    /// known.
    bool unlearnMeanings(const ColumnMap& was, const ColumnMap& now);

    /// What a text in a column of this field was said to mean; "" for nothing. Whole texts, in
    /// upper or lower case.
    std::optional<std::string> meaningOf(std::string_view target, std::string_view text) const;

    /// The field a name was mapped to; empty when it was not. `kLeftOut` for ignored columns.
    std::string_view targetFor(std::string_view header) const;
    static constexpr std::string_view kLeftOut = "-";

    std::size_t size() const { return targets_.size(); }

private:
    bool remember(const std::string& header, std::string_view target);

    std::map<std::string, std::string, std::less<>> targets_;  // by plain name
    std::map<std::string, std::string, std::less<>> meanings_; // by field, "/" and text
};
/// Names beyond this are not learned: the memory stays readable by a person.
inline constexpr std::size_t kMaxLearnedNames = 2000;
inline constexpr std::size_t kMaxLearnedMeanings = 5000;

} // namespace leadsheet::app
