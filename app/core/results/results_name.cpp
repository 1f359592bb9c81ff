// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/sheet.hpp"

#include <algorithm>
#include <cctype>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

struct Ending {
    std::string_view ending;           ///< lower case
    std::optional<SheetFormat> format; ///< absent = of none that results are written in
};

constexpr std::array<Ending, 12> kEndings = {{{".csv", SheetFormat::DelimitedText},
                                              {".tsv", SheetFormat::DelimitedText},
                                              {".tab", SheetFormat::DelimitedText},
                                              {".txt", SheetFormat::DelimitedText},
                                              {".gz", SheetFormat::GzippedText},
                                              {".xlsx", SheetFormat::Xlsx},
                                              {".xlsm", SheetFormat::Xlsm},
                                              {".ods", SheetFormat::Ods},
                                              {".xls", std::nullopt},
                                              {".xlsb", std::nullopt},
                                              {".json", std::nullopt},
                                              {".pdf", std::nullopt}}};

std::string_view usualEnding(SheetFormat format) {
    const auto* const found =
        std::find_if(kEndings.begin(), kEndings.end(),
                     [format](const Ending& known) { return known.format == format; });
    return format == SheetFormat::GzippedText ? ".csv.gz" : found->ending;
}

} // namespace

std::optional<SheetError> resultsNameProblem(SheetFormat format,
                                             const std::filesystem::path& output) {
    std::string ending = output.extension().string();
    std::transform(ending.begin(), ending.end(), ending.begin(),
                   [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    const auto* const known =
        std::find_if(kEndings.begin(), kEndings.end(),
                     [&](const Ending& candidate) { return candidate.ending == ending; });
    if (known == kEndings.end() || known->format == format)
        return std::nullopt;
    return SheetError{
        SheetErrorCode::InvalidOption,
        {},
        {say::nameContradictsFormat(sheetFormatName(format), output.filename().string())},
        {say::endNameIn(usualEnding(format))},
        {}};
}

} // namespace leadsheet::app
