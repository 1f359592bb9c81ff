// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/record_writer.hpp"

#include "export/record_encoder.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"
#include "sheet/utf8.hpp"
#include "text/names.hpp"

#include <array>
#include <boost/json.hpp>

#include <span>
#include <system_error>
#include <vector>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

constexpr int kManifestVersion = 1;

std::string_view formatName(ExportFormat format) {
    static constexpr auto kWords = std::to_array<std::string_view>({"csv", "xlsx", "jsonl"});
    static_assert(kWords.size() == static_cast<std::size_t>(ExportFormat::JsonLines) + 1);
    return kWords[static_cast<std::size_t>(format)];
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

/// What was exported, as a JSON document that names the file, its rows and its SHA-256.
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

SheetResult<void> checkOptions(const std::filesystem::path& path, const ExportOptions& options) {
    if (auto problem = exportOptionsProblem(options))
        return tl::unexpected(*std::move(problem));
    if (auto problem = outputProblem(path, options.overwrite))
        return tl::unexpected(*std::move(problem));
    return {};
}

std::unique_ptr<RecordEncoder> makeEncoder(AtomicFile& file, ExportFormat format,
                                           const ExportOptions& options, ExportReport& report) {
    switch (format) {
    case ExportFormat::Csv:
        return makeCsvEncoder(file, options, report);
    case ExportFormat::Xlsx:
        return makeXlsxEncoder(file, options, report);
    case ExportFormat::JsonLines:
        return makeJsonLinesEncoder(file, report);
    }
    return nullptr;
}

} // namespace

std::optional<ExportFormat> exportFormatFor(const std::filesystem::path& path) {
    const std::string ending = lowerCase(path.extension().string());
    if (ending == ".csv")
        return ExportFormat::Csv;
    if (ending == ".xlsx")
        return ExportFormat::Xlsx;
    if (ending == ".jsonl" || ending == ".ndjson")
        return ExportFormat::JsonLines;
    return std::nullopt;
}

std::optional<SheetError> exportOptionsProblem(const ExportOptions& options) {
    constexpr std::string_view kNoDelimiter{"\"\r\n\0", 4};
    if (static_cast<unsigned char>(options.delimiter) < 0x80 &&
        kNoDelimiter.find(options.delimiter) == std::string_view::npos)
        return std::nullopt;
    return SheetError{SheetErrorCode::InvalidOption,
                      {},
                      {say::delimiterNotUsable()},
                      {say::useCommonDelimiter()},
                      {}};
}

std::optional<SheetError> outputProblem(const std::filesystem::path& path, bool overwrite) {
    std::error_code error;
    if (overwrite || !std::filesystem::exists(path, error))
        return std::nullopt;
    return SheetError{SheetErrorCode::OutputExists,
                      {},
                      {say::fileExists(path.string())},
                      {say::chooseNameOrOverwrite()},
                      {}};
}

std::filesystem::path manifestPathFor(const std::filesystem::path& path) {
    return path.string() + ".manifest.json";
}

SheetError notFinite(const ExportReport& report, std::size_t column) {
    return {
        SheetErrorCode::InvalidValue,
        {static_cast<std::uint32_t>(report.rows + 1), 0, static_cast<std::uint32_t>(column + 1)},
        {say::numberNotFinite()},
        {say::leaveValueOut()},
        {}};
}

struct RecordWriter::Impl {
    ExportOptions options;
    ExportReport report;
    std::optional<AtomicFile> file; // gone once finished or failed
    std::unique_ptr<RecordEncoder> encoder;
    std::vector<ExportColumn> columns;
    std::optional<SheetError> failure;

    SheetResult<void> fail(SheetError error) {
        failure = error;
        encoder.reset();
        file.reset();
        return tl::unexpected(std::move(error));
    }

    SheetResult<void> misuse(Message reason) {
        return fail(
            {SheetErrorCode::InvalidOption, {}, {std::move(reason)}, {say::programError()}, {}});
    }

    SheetResult<std::optional<AtomicFile>> prepareManifest(const std::filesystem::path& path) {
        if (!options.manifest)
            return std::nullopt;
        LEADSHEET_TRY(auto manifest, AtomicFile::create(path));
        LEADSHEET_TRY_DONE(manifest.write(manifestText(report, columns, options)));
        LEADSHEET_TRY_DONE(manifest.sync());
        return std::optional<AtomicFile>(std::move(manifest));
    }

    SheetResult<void> complete() {
        LEADSHEET_TRY_DONE(encoder->finish());
        LEADSHEET_TRY(auto hash, file->sha256());
        report.sha256 = std::move(hash);
        report.bytes = file->size();
        // Both are on the disk before either gets its name, and a manifest never stands beside a
        // file that it is not about.
        const std::filesystem::path manifest = manifestPathFor(report.path);
        LEADSHEET_TRY(auto beside, prepareManifest(manifest));
        LEADSHEET_TRY_DONE(file->sync());
        if (options.beforeNaming)
            if (auto noted = options.beforeNaming(report.sha256); !noted)
                return noted;
        std::error_code ignored;
        std::filesystem::remove(manifest, ignored);
        if (auto committed = file->commit(); !committed || !beside)
            return committed;
        report.manifest = manifest;
        return beside->commit();
    }
};

RecordWriter::RecordWriter(std::unique_ptr<Impl> impl)
    : impl_(std::move(impl)) {}
RecordWriter::RecordWriter(RecordWriter&&) noexcept = default;
RecordWriter& RecordWriter::operator=(RecordWriter&&) noexcept = default;
RecordWriter::~RecordWriter() = default;

SheetResult<RecordWriter> RecordWriter::create(const std::filesystem::path& path,
                                               ExportFormat format, const ExportOptions& options) {
    LEADSHEET_TRY_DONE(checkOptions(path, options));
    LEADSHEET_TRY(auto file, AtomicFile::create(path));
    auto impl = std::make_unique<Impl>();
    impl->options = options;
    impl->report.path = path;
    impl->report.format = format;
    impl->file = std::move(file);
    impl->file->hashAsWritten();
    impl->encoder = makeEncoder(*impl->file, format, impl->options, impl->report);
    return RecordWriter(std::move(impl));
}

SheetResult<void> RecordWriter::begin(std::span<const ExportColumn> columns) {
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    if (columns.empty() || !impl_->columns.empty() || impl_->encoder == nullptr)
        return impl_->misuse(say::exportBeginsOnce());
    impl_->columns.assign(columns.begin(), columns.end());
    if (auto begun = impl_->encoder->begin(columns); !begun)
        return impl_->fail(begun.error());
    return {};
}

SheetResult<void> RecordWriter::row(std::span<const ExportValue> values) {
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    if (impl_->encoder == nullptr || impl_->columns.empty() ||
        values.size() != impl_->columns.size())
        return impl_->misuse(say::recordNeedsAllValues());
    if (auto written = impl_->encoder->row(values); !written)
        return impl_->fail(written.error());
    ++impl_->report.rows;
    return {};
}

std::uint64_t RecordWriter::rows() const {
    return impl_->report.rows;
}

SheetResult<ExportReport> RecordWriter::finish() {
    if (!impl_->failure && (impl_->encoder == nullptr || impl_->columns.empty()))
        (void)impl_->misuse(say::exportEndsOnce());
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    if (auto completed = impl_->complete(); !completed)
        (void)impl_->fail(completed.error());
    if (impl_->failure)
        return tl::unexpected(*impl_->failure);
    impl_->encoder.reset();
    impl_->file.reset();
    return impl_->report;
}

} // namespace leadsheet::app
