// SPDX-License-Identifier: Apache-2.0
#include "sheet_fixture.hpp"

#include "packed_text.hpp"

#include <algorithm>
#include <fstream>
#include <iterator>

namespace leadsheet::app::test {

std::filesystem::path SheetFolder::path(const std::string& name) const {
    return std::filesystem::path(folder_.path().toStdString()) / name;
}

std::filesystem::path SheetFolder::write(const std::string& name, std::string_view bytes) const {
    const auto file = path(name);
    std::ofstream out(file, std::ios::binary | std::ios::trunc);
    out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    return file;
}

std::vector<std::string> SheetFolder::fileNames() const {
    std::vector<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(folder_.path().toStdString()))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

std::string readAll(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

std::string gzipped(std::string_view bytes) {
    return leadsheet::test::packedText(bytes, leadsheet::test::Packing::Gzip);
}

std::string widened(std::string_view ascii, int bytesPerUnit, bool bigEndian) {
    std::string out;
    for (const char c : ascii) {
        std::string unit(static_cast<std::size_t>(bytesPerUnit), '\0');
        (bigEndian ? unit.back() : unit.front()) = c;
        out += unit;
    }
    return out;
}

std::string ReadSheet::text() const {
    std::string out;
    for (const auto& row : rows) {
        for (std::size_t c = 0; c < row.size(); ++c)
            out += (c == 0 ? "" : "|") + row[c];
        out += "\n";
    }
    return out;
}

std::vector<CheckedRow> checkedRows(const std::filesystem::path& file, const std::string& map) {
    CheckOptions options;
    if (!map.empty())
        options.map = parseMapSpec(map).value();
    auto check = SheetCheck::open(file, options);
    if (!check)
        qFatal("%s", check.error().message().c_str());
    std::vector<CheckedRow> rows;
    for (CheckedRow row; check->next(row).value_or(Next::End) == Next::Row;)
        rows.push_back(row);
    return rows;
}

ReadSheet readSheet(const std::filesystem::path& path, const SheetOptions& options) {
    ReadSheet result;
    auto source = openSheet(path, options);
    if (!source) {
        result.failed = true;
        result.error = source.error();
        return result;
    }
    if (const TextDialect* dialect = (*source)->dialect())
        result.dialect = *dialect;
    RowView row;
    for (;;) {
        const auto next = (*source)->next(row);
        result.stats = (*source)->stats();
        if (!next) {
            result.failed = true;
            result.error = next.error();
            return result;
        }
        if (*next == Next::End)
            return result;
        std::vector<std::string> cells;
        for (const Cell& cell : row.cells)
            cells.emplace_back(cell.text);
        result.rows.push_back(std::move(cells));
        result.lines.push_back(row.line);
    }
}

} // namespace leadsheet::app::test
