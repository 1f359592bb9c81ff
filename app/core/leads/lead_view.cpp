// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_view.hpp"

#include "export/record_encoder.hpp"
#include "leads/export_facts.hpp"
#include "text/json_text.hpp"

#include "leadsheet/app/results_file.hpp"
#include "leadsheet/timestamp.hpp"

#include <algorithm>
#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;

constexpr const char* kViewMark = "leadsheetView";
constexpr std::int64_t kViewVersion = 1;
constexpr std::size_t kMaxViewBytes = 65'536;

Error refused(std::string why) {
    return localError(ErrorCode::InvalidArgument, "This is not a view of leads: " + std::move(why));
}

bool isCountryCode(const std::string& text) {
    return text.size() == 2 &&
           std::all_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; });
}

/// Empty, or what is wrong.
std::string takeText(LeadFilter& filter, std::string_view name, const std::string& value) {
    if (name == "result") {
        filter.result = leadResultFromName(value);
        return filter.result ? "" : "\"" + value + "\" is not a result.";
    }
    if (name == "country") {
        filter.country = value;
        return isCountryCode(value) ? "" : "\"" + value + "\" is not a country code.";
    }
    if (name == "deliveredAfter") {
        filter.deliveredAfter = value;
        return parseTimestamp(value) ? "" : "\"" + value + "\" is not a time.";
    }
    if (name == "orderNumber") {
        auto number = OrderNumber::parse(value);
        if (!number)
            return "\"" + value + "\" is not an order number.";
        filter.orderNumber = *std::move(number);
        return "";
    }
    return "there is no filter \"" + std::string(name) + "\" with a text.";
}

std::string takeFilter(LeadFilter& filter, const json::object& object) {
    for (const auto& [key, value] : object) {
        const std::string_view name(key.data(), key.size());
        if (value.is_bool() && name == "hasEmail")
            filter.hasEmail = value.get_bool();
        else if (value.is_bool() && name == "hasPhone")
            filter.hasPhone = value.get_bool();
        else if (!value.is_string())
            return "the filter \"" + std::string(name) + "\" is not known.";
        else if (auto wrong = takeText(filter, name, std::string(value.get_string()));
                 !wrong.empty())
            return wrong;
    }
    return {};
}

std::string takeFields(std::vector<LeadField>& fields, const json::array& array) {
    for (const json::value& value : array) {
        const auto field = value.is_string()
                               ? leadFieldFromName(std::string_view(value.get_string().data(),
                                                                    value.get_string().size()))
                               : std::nullopt;
        if (!field)
            return "one of its columns is not known.";
        if (std::find(fields.begin(), fields.end(), *field) != fields.end())
            return "a column is named twice.";
        fields.push_back(*field);
    }
    return fields.empty() ? "it has no columns." : "";
}

std::string takeMember(LeadView& view, std::string_view name, const json::value& value) {
    if (name == kViewMark)
        return {};
    if (name == "name" && value.is_string()) {
        view.name = std::string(value.get_string());
        return view.name.empty() || view.name.size() > 4 * LeadView::kMaxNameCharacters
                   ? "its name is empty or too long."
                   : "";
    }
    if (name == "filter" && value.is_object())
        return takeFilter(view.filter, value.get_object());
    if (name == "fields" && value.is_array())
        return takeFields(view.fields, value.get_array());
    return "its part \"" + std::string(name) + "\" is not known.";
}

} // namespace

std::string leadViewText(const LeadView& view) {
    json::array fields;
    for (const LeadField field : view.fields)
        fields.emplace_back(toString(field));
    json::error_code ignored;
    return json::serialize(json::object{{kViewMark, kViewVersion},
                                        {"name", view.name},
                                        {"filter", json::parse(filterText(view.filter), ignored)},
                                        {"fields", std::move(fields)}});
}

Result<LeadView> readLeadView(std::string_view text) {
    if (text.size() > kMaxViewBytes)
        return failure(refused("it is too long."));
    json::error_code error;
    const json::value parsed = json::parse(json::string_view(text.data(), text.size()), error);
    if (error || !parsed.is_object())
        return failure(refused("it is not a JSON object."));
    const auto* version = parsed.get_object().if_contains(kViewMark);
    if (version == nullptr || !version->is_int64())
        return failure(refused("it does not say so (\"leadsheetView\")."));
    if (version->get_int64() != kViewVersion)
        return failure(refused("it was written by a later version of Leadsheet."));
    LeadView view;
    for (const auto& [key, value] : parsed.get_object())
        if (const auto wrong = takeMember(view, {key.data(), key.size()}, value); !wrong.empty())
            return failure(refused(wrong));
    if (view.name.empty() || view.fields.empty())
        return failure(refused("it has no name or no columns."));
    return view;
}

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
