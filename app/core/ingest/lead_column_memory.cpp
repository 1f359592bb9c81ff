// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/lead_column_memory.hpp"

#include "leadsheet/messages/map.hpp"
#include "map/map_spec.hpp"
#include "sheet/byte_stream.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include <boost/json.hpp>

#include <algorithm>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

namespace json = boost::json;
using contract::LeadField;

constexpr int kVersion = 1;
constexpr std::uint64_t kLargestFile = 4ULL << 20;
constexpr std::string_view kLeftOut = "-";

std::string fieldName(const std::optional<LeadField>& field) {
    return std::string(field ? contract::kLeadFields[static_cast<std::size_t>(*field)].name
                             : kLeftOut);
}

/// Not set for what is left out, and for a field that no longer exists.
std::optional<LeadField> fieldNamed(std::string_view name) {
    for (std::size_t i = 0; i < contract::kLeadFields.size(); ++i)
        if (const auto field = static_cast<LeadField>(i);
            contract::kLeadFields[i].name == name && isIngested(field))
            return field;
    return std::nullopt;
}

/// Of all columns, in their order.
std::string signatureOf(const LeadSheet& sheet) {
    std::string signature;
    for (const LeadColumn& column : sheet.columns)
        signature += plainName(column.header) + '\n';
    return signature;
}

} // namespace

SheetResult<LeadColumnMemory> LeadColumnMemory::load(const std::filesystem::path& file) {
    LeadColumnMemory memory;
    const auto content = readSmallFile(file, kLargestFile);
    if (!content) {
        if (content.error().code == SheetErrorCode::NotFound)
            return memory;
        return tl::unexpected(content.error());
    }
    json::error_code error;
    const json::value document = json::parse(*content, error);
    const json::object* root = error ? nullptr : document.if_object();
    const json::value* version =
        root == nullptr ? nullptr : root->if_contains("leadsheetLeadColumns");
    const json::value* names = root == nullptr ? nullptr : root->if_contains("names");
    const json::value* sheets = root == nullptr ? nullptr : root->if_contains("sheets");
    if (version == nullptr || !version->is_int64() || version->get_int64() != kVersion ||
        names == nullptr || !names->is_object() || sheets == nullptr || !sheets->is_object())
        return tl::unexpected(
            mapInvalid(say::learnedNamesNotUnderstood(file.string()), say::deleteLearnedNames()));
    for (const auto& [name, field] : names->get_object())
        if (field.is_string())
            memory.names_.insert_or_assign(std::string(name), std::string(field.get_string()));
    for (const auto& [signature, fields] : sheets->get_object()) {
        if (!fields.is_array())
            continue;
        std::vector<std::string> all;
        for (const json::value& field : fields.get_array())
            all.push_back(field.is_string() ? std::string(field.get_string())
                                            : std::string(kLeftOut));
        memory.sheets_.insert_or_assign(std::string(signature), std::move(all));
    }
    return memory;
}

SheetResult<void> LeadColumnMemory::save(const std::filesystem::path& file) const {
    json::object names;
    for (const auto& [name, field] : names_)
        names[name] = field;
    json::object sheets;
    for (const auto& [signature, fields] : sheets_)
        sheets[signature] = json::array(fields.begin(), fields.end());
    const json::object document{{"leadsheetLeadColumns", kVersion},
                                {"names", std::move(names)},
                                {"sheets", std::move(sheets)}};
    return AtomicFile::save(file, json::serialize(document));
}

void LeadColumnMemory::apply(LeadSheet& sheet) const {
    if (const auto saved = sheets_.find(signatureOf(sheet));
        saved != sheets_.end() && saved->second.size() == sheet.columns.size()) {
        for (std::size_t i = 0; i < sheet.columns.size(); ++i)
            sheet.columns[i].field = fieldNamed(saved->second[i]);
        sheet.from = LeadColumnsFrom::Saved;
        return;
    }
    std::vector<LeadField> given;
    const auto isGiven = [&](LeadField field) {
        return std::find(given.begin(), given.end(), field) != given.end();
    };
    std::vector<bool> known(sheet.columns.size());
    for (std::size_t i = 0; i < sheet.columns.size(); ++i) {
        LeadColumn& column = sheet.columns[i];
        const auto learned = names_.find(plainName(column.header));
        if (learned == names_.end())
            continue;
        const auto field = fieldNamed(learned->second);
        if (field && isGiven(*field))
            continue;
        known[i] = true;
        if (field)
            given.push_back(*field);
        if (field != column.field)
            sheet.from = LeadColumnsFrom::Learned;
        column.field = field;
    }
    // What only looks like a field gives way to what a person said.
    for (std::size_t i = 0; i < sheet.columns.size(); ++i)
        if (auto& field = sheet.columns[i].field; !known[i] && field && isGiven(*field))
            field.reset();
}

bool LeadColumnMemory::learn(const LeadSheet& sheet) {
    const auto stated = [](const LeadColumn& column) {
        return column.stated;
    };
    if (std::none_of(sheet.columns.begin(), sheet.columns.end(), stated))
        return false;
    bool news = false;
    for (const LeadColumn& column : sheet.columns) {
        const std::string name = plainName(column.header);
        if (!column.stated || name.empty() ||
            (names_.size() >= kMaxLearnedLeadNames && !names_.contains(name)))
            continue;
        std::string& field = names_[name];
        news = std::exchange(field, fieldName(column.field)) != fieldName(column.field) || news;
    }
    const std::string signature = signatureOf(sheet);
    if (sheets_.size() >= kMaxLearnedLeadSheets && !sheets_.contains(signature))
        return news;
    std::vector<std::string> fields;
    for (const LeadColumn& column : sheet.columns)
        fields.push_back(fieldName(column.field));
    std::vector<std::string>& kept = sheets_[signature];
    return std::exchange(kept, fields) != fields || news;
}

} // namespace leadsheet::app
