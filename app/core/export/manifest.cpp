// SPDX-License-Identifier: Apache-2.0
#include "export/manifest.hpp"

#include "sheet/utf8.hpp"

#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

constexpr int kManifestVersion = 1;

std::string_view formatName(ExportFormat format) {
    switch (format) {
    case ExportFormat::Csv:
        return "csv";
    case ExportFormat::Xlsx:
        return "xlsx";
    case ExportFormat::JsonLines:
        return "jsonl";
    }
    return "csv";
}

boost::json::string jsonText(std::string_view text) {
    std::uint64_t replaced = 0;
    return boost::json::string(repairUtf8(text, replaced));
}

// One member a line: a person compares two of these.
void appendMember(std::string& out, std::string_view name, const boost::json::value& value) {
    out += out.size() > 1 ? ",\n  \"" : "\n  \"";
    out += name;
    out += "\": ";
    out += boost::json::serialize(value);
}

} // namespace

std::string manifestText(const ExportReport& report, std::span<const ExportColumn> columns,
                         const ExportOptions& options) {
    boost::json::array names;
    for (const ExportColumn& column : columns)
        names.emplace_back(jsonText(column.name));
    boost::json::object facts;
    for (const auto& [name, value] : options.facts)
        facts[jsonText(name)] = jsonText(value);
    std::string out = "{";
    appendMember(out, "manifestVersion", kManifestVersion);
    appendMember(out, "file", jsonText(report.path.filename().string()));
    appendMember(out, "format", jsonText(formatName(report.format)));
    appendMember(out, "rows", report.rows);
    appendMember(out, "bytes", report.bytes);
    appendMember(out, "sha256", jsonText(report.sha256));
    appendMember(out, "columns", names);
    if (report.format == ExportFormat::Xlsx)
        appendMember(out, "sheets", report.sheets);
    if (report.format == ExportFormat::Csv)
        appendMember(out, "formulasGuarded", options.guardFormulas);
    appendMember(out, "cutTexts", report.cutTexts);
    appendMember(out, "repairedTexts", report.repairedTexts);
    appendMember(out, "guardedTexts", report.guardedTexts);
    appendMember(out, "valuesAsText", report.valuesAsText);
    appendMember(out, "facts", facts);
    return out + "\n}\n";
}

} // namespace leadsheet::app
