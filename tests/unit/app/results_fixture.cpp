// SPDX-License-Identifier: Apache-2.0
#include "results_fixture.hpp"

#include "sheet/zip/zip_archive.hpp"
#include "sheet_fixture.hpp"

namespace leadsheet::app::test {

std::optional<RowOutcome> placed(std::uint32_t row) {
    return RowOutcome{"Placed", "LS-" + std::to_string(row), "$5.00", "",
                      "",       "k" + std::to_string(row)};
}

ResultsOptions withHeader(std::uint32_t row) {
    ResultsOptions options;
    options.headerRow = row;
    return options;
}

std::string partOf(const std::filesystem::path& archive, const std::string& part) {
    const auto file = InputFile::open(archive);
    const auto zip = ZipArchive::open(*file, {});
    const ZipEntry* entry = zip ? zip->find(part) : nullptr;
    if (entry == nullptr)
        return "missing: " + part;
    const auto bytes = readZipEntry(*file, *entry, 1 << 30, {});
    return bytes ? *bytes : bytes.error().message();
}

std::map<std::string, std::string> packedParts(const std::filesystem::path& archive) {
    const std::string bytes = readAll(archive);
    const auto file = InputFile::open(archive);
    const auto zip = ZipArchive::open(*file, {});
    std::map<std::string, std::string> parts;
    for (const ZipEntry& entry : zip->entries()) {
        const std::size_t at = entry.headerOffset;
        const std::size_t start = at + 30U + little16(bytes, at + 26) + little16(bytes, at + 28);
        parts[entry.name] = bytes.substr(start, entry.packedBytes);
    }
    return parts;
}

std::string cellsOf(const std::filesystem::path& workbook, std::size_t sheet) {
    auto source = openSheet(workbook);
    if (!source)
        return source.error().message();
    if (auto opened = (*source)->open(sheet); !opened)
        return opened.error().message();
    std::string out;
    RowView row;
    for (;;) {
        const auto next = (*source)->next(row);
        if (!next)
            return out + next.error().message();
        if (*next == Next::End)
            return out;
        std::string line;
        for (const Cell& cell : row.cells)
            if (!cell.text.empty())
                line += (line.empty() ? "" : " ") + columnLetter(cell.column) +
                        std::to_string(row.row) + "=" + std::string(cell.text);
        for (std::uint32_t i = 0; i < row.repeat && !line.empty(); ++i)
            out += line + "\n";
    }
}

} // namespace leadsheet::app::test
