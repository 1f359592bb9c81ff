// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"

#include <filesystem>
#include <string>
#include <vector>

namespace leadsheet::app::test {

/// A file of the corpus and what must be read from it, as text: a line for the format, for each
/// sheet, for its rows that are not blank, hidden columns and merged cells; or one for the refusal.
struct CorpusCase {
    std::filesystem::path file;
    SheetOptions options;
    std::vector<std::string> words; ///< that the refusal must have in its message
    std::string text;
};

CorpusCase loadCorpusCase(const std::filesystem::path& corpus, const std::string& name);
/// The same text about what is really read.
std::string describeFile(const CorpusCase& wanted);
/// Both sides of the first line that differs.
std::string firstDifference(const std::string& wanted, const std::string& actual);

} // namespace leadsheet::app::test
