// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"
#include "sheet/utf8.hpp"
#include "text/json_text.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/messages/sheet.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::app {
namespace {

constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";

bool isLetterOrDigit(char c) {
    return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
}

constexpr std::uint64_t inEachByte(unsigned char byte) {
    return 0x0101010101010101U * byte;
}
constexpr std::uint64_t kHighBits = inEachByte(0x80);

// A high bit for the lowest byte below `limit` (at most 0x80) at least; none when there is none.
constexpr std::uint64_t bytesBelow(std::uint64_t word, unsigned char limit) {
    return (word - inEachByte(limit)) & ~word & kHighBits;
}

// Bytes of one record; grows and never shrinks.
class LineBuffer {
public:
    /// Space for so many bytes behind the line, of which `take` keeps the first.
    char* room(std::size_t bytes) {
        if (bytes_.size() - used_ < bytes)
            bytes_.resize(std::max(bytes_.size() * 2, used_ + bytes));
        return bytes_.data() + used_;
    }
    void take(std::size_t bytes) { used_ += bytes; }
    void add(char c) {
        *room(1) = c;
        take(1);
    }
    void add(std::string_view text) {
        std::copy(text.begin(), text.end(), room(text.size()));
        take(text.size());
    }
    void clear() { used_ = 0; }
    bool empty() const { return used_ == 0; }
    std::string_view view() const { return {bytes_.data(), used_}; }

private:
    std::vector<char> bytes_;
    std::size_t used_ = 0;
};

class CsvEncoder final : public RecordEncoder {
public:
    CsvEncoder(AtomicFile& file, const ExportOptions& options, ExportReport& report)
        : file_(file)
        , options_(options)
        , report_(report)
        , delimiters_(inEachByte(static_cast<unsigned char>(options.delimiter)))
        , delimiterInValues_(isLetterOrDigit(options.delimiter) || options.delimiter == '.' ||
                             options.delimiter == ':' || options.delimiter == '-' ||
                             options.delimiter == '+') {
        for (const char c : {'"', '\r', '\n', options.delimiter})
            at(c) |= kQuoted;
        for (std::size_t c = 0x80; c < classes_.size(); ++c)
            classes_[c] |= kNotAscii;
        at('\0') |= kNotAscii;
        for (const char c : {' ', '\t'})
            at(c) |= kBlank;
        // No formula starts with a letter or a digit.
        for (std::size_t c = 0; options_.guardFormulas && c < classes_.size(); ++c)
            if (!isLetterOrDigit(static_cast<char>(c)))
                classes_[c] |= kPerhapsFormula;
    }

    SheetResult<void> begin(std::span<const ExportColumn> columns) override {
        if (options_.byteOrderMark)
            line_.add(kByteOrderMark);
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (i > 0)
                line_.add(options_.delimiter);
            appendText(columns[i].name, i == 0 && startsLikeAnotherFormat(columns[i].name));
        }
        return put();
    }

    SheetResult<void> row(std::span<const ExportValue> values) override {
        for (std::size_t i = 0; i < values.size(); ++i) {
            if (i > 0)
                line_.add(options_.delimiter);
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
            line_.add("\"\"");
        return put();
    }

    SheetResult<void> finish() override { return {}; }

private:
    static constexpr unsigned char kQuoted = 1;
    static constexpr unsigned char kNotAscii = 2; ///< or NUL: text readers stop at it
    static constexpr unsigned char kBlank = 4;
    static constexpr unsigned char kPerhapsFormula = 8; ///< as the first character

    unsigned char& at(char c) { return classes_[static_cast<unsigned char>(c)]; }

    // Excel takes a file that starts with ID for SYLK, and a line sep=; for an instruction.
    static bool startsLikeAnotherFormat(std::string_view name) {
        return name.starts_with("ID") || name.starts_with("sep=") || name.starts_with("SEP=");
    }

    SheetResult<void> put() {
        line_.add("\r\n");
        auto written = file_.write(line_.view());
        line_.clear();
        return written;
    }

    unsigned char classOf(char c) const { return classes_[static_cast<unsigned char>(c)]; }

    // Copies while it looks, eight bytes at a time: most texts need nothing else.
    void appendText(std::string_view text, bool quote) {
        char* const out = line_.room(text.size());
        std::uint64_t suspect = 0;
        std::size_t i = 0;
        for (std::uint64_t word = 0; i + sizeof word <= text.size(); i += sizeof word) {
            std::memcpy(&word, text.data() + i, sizeof word);
            std::memcpy(out + i, &word, sizeof word);
            suspect |= (word & kHighBits) | bytesBelow(word, 0x20) | bytesBelow(word ^ quotes_, 1) |
                       bytesBelow(word ^ delimiters_, 1);
        }
        unsigned char seen = 0;
        for (; i < text.size(); ++i) {
            out[i] = text[i];
            seen |= classOf(text[i]);
        }
        if (suspect != 0)
            for (const char c : text)
                seen |= classOf(c);
        const bool odd =
            !text.empty() && (hasBlankEdge(text) || (classOf(text.front()) & kPerhapsFormula) != 0);
        if (odd || quote || (seen & (kQuoted | kNotAscii)) != 0)
            appendOdd(text, seen, quote);
        else
            line_.take(text.size());
    }

    void appendOdd(std::string_view text, unsigned char seen, bool quote) {
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
            line_.add(text);
    }

    bool hasBlankEdge(std::string_view text) const {
        return ((classOf(text.front()) | classOf(text.back())) & kBlank) != 0;
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
        line_.add('"');
        for (const char c : text) {
            line_.add(c);
            if (c == '"')
                line_.add(c);
        }
        line_.add('"');
    }

    void appendOther(const ExportValue& value) {
        other_.clear();
        if (const auto* list = std::get_if<ExportList>(&value)) {
            appendList(other_, *list);
            appendText(other_, false);
            return;
        }
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
        else if (const auto* amount = std::get_if<ExportAmount>(&value))
            appendAmount(other_, *amount);
        if (delimiterInValues_ && other_.find(options_.delimiter) != std::string::npos)
            appendQuoted(other_);
        else
            line_.add(other_);
    }

    AtomicFile& file_;
    const ExportOptions& options_;
    ExportReport& report_;
    std::array<unsigned char, 256> classes_{};
    std::uint64_t quotes_ = inEachByte('"');
    std::uint64_t delimiters_;
    bool delimiterInValues_; ///< it may be in a number, a date or a truth value
    LineBuffer line_;
    std::string repaired_;
    std::string guarded_;
    std::string other_;
};

} // namespace

std::unique_ptr<RecordEncoder> makeCsvEncoder(AtomicFile& file, const ExportOptions& options,
                                              ExportReport& report) {
    return std::make_unique<CsvEncoder>(file, options, report);
}

namespace say = messages::sheet;

namespace {

class JsonLinesEncoder final : public RecordEncoder {
public:
    JsonLinesEncoder(AtomicFile& file, ExportReport& report)
        : file_(file)
        , report_(report) {}

    SheetResult<void> begin(std::span<const ExportColumn> columns) override {
        std::set<std::string> names;
        for (const ExportColumn& column : columns) {
            std::string name;
            appendJsonString(name, repaired(column.name));
            members_.push_back((members_.empty() ? "{" : ",") + name + ":");
            if (!names.insert(std::move(name)).second)
                return tl::unexpected(SheetError{SheetErrorCode::InvalidOption,
                                                 {},
                                                 {say::columnNamedTwice(column.name)},
                                                 {say::leaveOneOutOrCsvXlsx()},
                                                 {}});
        }
        return {};
    }

    SheetResult<void> row(std::span<const ExportValue> values) override {
        line_.clear();
        for (std::size_t i = 0; i < values.size(); ++i) {
            line_ += members_[i];
            const auto* number = std::get_if<double>(&values[i]);
            if (number != nullptr && !std::isfinite(*number))
                return tl::unexpected(notFinite(report_, i));
            append(values[i]);
        }
        line_ += "}\n";
        return file_.write(line_);
    }

    SheetResult<void> finish() override { return {}; }

private:
    std::string_view repaired(std::string_view text) {
        if (isValidUtf8(text))
            return text;
        std::uint64_t replaced = 0;
        repaired_ = repairUtf8(text, replaced);
        ++report_.repairedTexts;
        return repaired_;
    }

    void append(const ExportValue& value) {
        if (const auto* text = std::get_if<std::string_view>(&value)) {
            appendJsonString(line_, repaired(*text));
        } else if (const auto* integer = std::get_if<std::int64_t>(&value)) {
            appendInteger(line_, *integer);
        } else if (const auto* number = std::get_if<double>(&value)) {
            appendDouble(line_, *number);
        } else if (const auto* truth = std::get_if<bool>(&value)) {
            line_ += *truth ? "true" : "false";
        } else if (const auto* date = std::get_if<std::chrono::sys_days>(&value)) {
            line_ += '"';
            appendDate(line_, *date);
            line_ += '"';
        } else if (const auto* time = std::get_if<ExportTime>(&value)) {
            line_ += '"';
            appendTime(line_, *time);
            line_ += '"';
        } else if (const auto* amount = std::get_if<ExportAmount>(&value)) {
            appendAmount(line_, *amount);
        } else if (const auto* list = std::get_if<ExportList>(&value)) {
            line_ += '[';
            for (std::size_t i = 0; i < list->texts.size(); ++i) {
                if (i > 0)
                    line_ += ',';
                appendJsonString(line_, repaired(list->texts[i]));
            }
            line_ += ']';
        } else {
            line_ += "null";
        }
    }

    AtomicFile& file_;
    ExportReport& report_;
    std::vector<std::string> members_; // {"first": and ,"next":
    std::string line_;
    std::string repaired_;
};

} // namespace

std::unique_ptr<RecordEncoder> makeJsonLinesEncoder(AtomicFile& file, ExportReport& report) {
    return std::make_unique<JsonLinesEncoder>(file, report);
}

} // namespace leadsheet::app
