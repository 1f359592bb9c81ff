// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "leadsheet/app/row_source.hpp"
#include "leadsheet/app/sheet_check.hpp"

#include <QByteArray>
#include <QTemporaryDir>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace leadsheet::app::test {

/// Files in a folder that goes away with it.
class SheetFolder {
public:
    std::filesystem::path write(const std::string& name, std::string_view bytes) const;
    std::filesystem::path path(const std::string& name) const;
    std::vector<std::string> fileNames() const;

private:
    QTemporaryDir folder_;
};

std::string readAll(const std::filesystem::path& path);
std::string gzipped(std::string_view bytes);
/// ASCII to UTF-16 or UTF-32, for building wide fixtures.
std::string widened(std::string_view ascii, int bytesPerUnit, bool bigEndian);

/// A sheet read to its end: "cell|cell" per row, rows ended by "\n"; an empty row is "".
struct ReadSheet {
    std::vector<std::vector<std::string>> rows;
    std::vector<std::uint64_t> lines;
    SheetStats stats;
    TextDialect dialect;
    SheetError error; ///< when `failed`
    bool failed = false;

    std::string text() const;
};
/// The rows of a sheet as they are checked with `map`, which may be empty. Ends the test program
/// where the sheet cannot be read.
std::vector<CheckedRow> checkedRows(const std::filesystem::path& file, const std::string& map);
ReadSheet readSheet(const std::filesystem::path& path, const SheetOptions& options = {});

} // namespace leadsheet::app::test
