// SPDX-License-Identifier: Apache-2.0
#include "export/record_encoder.hpp"
#include "export/value_text.hpp"
#include "leadsheet/messages/sheet.hpp"
#include "sheet/utf8.hpp"
#include "text/json_text.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <set>
#include <string>
#include <vector>

namespace leadsheet::app {

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
