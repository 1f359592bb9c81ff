// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"
#include "export/value_text.hpp"
#include "leadsheet/app/results_file.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace leadsheet::app {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

class CsvEncoder final : public RecordEncoder {
public:
    CsvEncoder(AtomicFile& file, const ExportOptions& options, ExportReport& report)
        : file_(file)
        , options_(options)
        , report_(report) {
        for (const char c : {'"', '\r', '\n', options.delimiter})
            at(c) |= kQuoted;
        for (std::size_t c = 0x80; c < classes_.size(); ++c)
            classes_[c] |= kNotAscii;
        at('\0') |= kNotAscii;
    }

    SheetResult<void> begin(std::span<const ExportColumn> columns) override {
        if (options_.byteOrderMark)
            line_ = kByteOrderMark;
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0)
                line_ += options_.delimiter;
            appendText(columns[i].name, i == 0 && startsLikeAnotherFormat(columns[i].name));
        }
        return put();
    }

    SheetResult<void> row(std::span<const ExportValue> values) override {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0)
                line_ += options_.delimiter;
            if (const auto* text = std::get_if<std::string_view>(&values[i]))
                appendText(*text, false);
            else if (const auto* number = std::get_if<double>(&values[i]);
                     number != nullptr && !std::isfinite(*number))
                return tl::unexpected(notFinite(report_, i));
            else
                appendOther(values[i]);
        }
        // An empty line would be no record.
        if (line_.empty())
            line_ = "\"\"";
        return put();
    }

    SheetResult<void> finish() override { return {}; }

private:
    static constexpr unsigned char kQuoted = 1;
    static constexpr unsigned char kNotAscii = 2; ///< or NUL: text readers stop at it

    unsigned char& at(char c) { return classes_[static_cast<unsigned char>(c)]; }

    // Excel takes a file that starts with ID for SYLK, and a line sep=; for an instruction.
    static bool startsLikeAnotherFormat(std::string_view name) {
        return name.starts_with("ID") || name.starts_with("sep=") || name.starts_with("SEP=");
    }

    SheetResult<void> put() {
        line_ += "\r\n";
        auto written = file_.write(line_);
        line_.clear();
        return written;
    }

    void appendText(std::string_view text, bool quote) {
        unsigned char seen = 0;
        for (const char c : text)
            seen |= at(c);
        if ((seen & kNotAscii) != 0)
            text = repaired(text);
        if (options_.guardFormulas && needsFormulaGuard(text)) {
            ++report_.guardedTexts;
            guarded_ = "'";
            guarded_ += text;
            text = guarded_;
        }
        if (quote || (seen & kQuoted) != 0 || (!text.empty() && hasBlankEdge(text)))
            appendQuoted(text);
        else
            line_ += text;
    }

    static bool hasBlankEdge(std::string_view text) {
        return text.front() == ' ' || text.back() == ' ' || text.front() == '\t' ||
               text.back() == '\t';
    }

    std::string_view repaired(std::string_view text) {
        if (isValidUtf8(text) && text.find('\0') == std::string_view::npos)
            return text;
        std::uint64_t replaced = 0;
        repaired_ = repairUtf8(text, replaced);
        for (std::size_t at = 0; (at = repaired_.find('\0', at)) != std::string::npos;)
            repaired_.replace(at, 1, "\xEF\xBF\xBD");
        ++report_.repairedTexts;
        return repaired_;
    }

    void appendQuoted(std::string_view text) {
        line_ += '"';
        for (const char c : text) {
            line_ += c;
            if (c == '"')
                line_ += c;
        }
        line_ += '"';
    }

    void appendOther(const ExportValue& value) {
        other_.clear();
        if (const auto* integer = std::get_if<std::int64_t>(&value))
            appendInteger(other_, *integer);
        else if (const auto* number = std::get_if<double>(&value))
            appendDouble(other_, *number);
        else if (const auto* truth = std::get_if<bool>(&value))
            other_ = *truth ? "true" : "false";
        else if (const auto* date = std::get_if<std::chrono::sys_days>(&value))
            appendDate(other_, *date);
        else if (const auto* time = std::get_if<ExportTime>(&value))
            appendTime(other_, *time);
        if (other_.find(options_.delimiter) != std::string::npos)
            appendQuoted(other_);
        else
            line_ += other_;
    }

    AtomicFile& file_;
    const ExportOptions& options_;
    ExportReport& report_;
    std::array<unsigned char, 256> classes_{};
    std::string line_;
    std::string repaired_;
    std::string guarded_;
    std::string other_;
};

} // namespace

std::unique_ptr<RecordEncoder> makeCsvEncoder(AtomicFile& file, const ExportOptions& options,
                                              ExportReport& report) {
    return std::make_unique<CsvEncoder>(file, options, report);
}

} // namespace leadsheet::app
