// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_text.hpp"

#include "export/value_text.hpp"
#include "text/json_text.hpp"

#include "leadsheet/app/results_file.hpp"

namespace leadsheet::app {
namespace {

constexpr char kCellEnd = '\t';

struct PlainText {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(const std::string& text) const { return text; }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(double number) const {
        std::string out;
        appendDouble(out, number);
        return out;
    }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const std::vector<std::string>& list) const {
        std::string joined;
        for (const std::string& text : list)
            joined.append(joined.empty() ? "" : ", ").append(text);
        return joined;
    }
};

struct JsonText {
    std::string& out;

    void operator()(std::monostate) const { out += "null"; }
    void operator()(const std::string& text) const { appendJsonString(out, text); }
    void operator()(std::int64_t number) const { appendInteger(out, number); }
    void operator()(double number) const { appendDouble(out, number); }
    void operator()(bool flag) const { out += flag ? "true" : "false"; }
    void operator()(const std::vector<std::string>& list) const {
        out += '[';
        for (std::size_t i = 0; i < list.size(); ++i) {
            if (i > 0)
                out += ',';
            appendJsonString(out, list[i]);
        }
        out += ']';
    }
};

} // namespace

std::string leadValueText(const LeadValue& value) {
    return std::visit(PlainText{}, value);
}

void appendLeadNames(std::string& out, std::span<const LeadField> fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            out += kCellEnd;
        out += toString(fields[i]);
    }
    out += '\n';
}

void appendLeadLine(std::string& out, const Lead& lead, std::span<const LeadField> fields) {
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            out += kCellEnd;
        const LeadValue& value = lead[fields[i]];
        const std::string text = leadValueText(value);
        const bool typed = std::holds_alternative<std::string>(value) ||
                           std::holds_alternative<std::vector<std::string>>(value);
        appendDelimitedCell(out, typed ? guardFormula(text) : text, kCellEnd);
    }
    out += '\n';
}

void appendLeadJson(std::string& out, const Lead& lead, std::span<const LeadField> fields) {
    out += '{';
    for (std::size_t i = 0; i < fields.size(); ++i) {
        if (i > 0)
            out += ',';
        appendJsonString(out, toString(fields[i]));
        out += ':';
        std::visit(JsonText{out}, lead[fields[i]]);
    }
    out += '}';
}

} // namespace leadsheet::app
