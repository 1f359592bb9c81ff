// SPDX-License-Identifier: Apache-2.0
#include "leads/export_facts.hpp"

#include "leadsheet/messages/sheet.hpp"

#include <boost/json.hpp>

#include <fstream>
#include <iterator>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

namespace json = boost::json;

constexpr const char* kKind = "leads";

json::object parsed(const std::string& text) {
    json::error_code error;
    auto value = json::parse(text, error);
    return error || !value.is_object() ? json::object() : std::move(value.as_object());
}

std::string textOf(const json::object& object, std::string_view name) {
    const auto* member = object.if_contains(name);
    return member && member->is_string() ? std::string(member->get_string()) : std::string();
}

std::optional<std::string> optionalText(const json::object& object, std::string_view name) {
    const auto* member = object.if_contains(name);
    return member && member->is_string() ? std::optional(std::string(member->get_string()))
                                         : std::nullopt;
}

std::optional<bool> optionalFlag(const json::object& object, std::string_view name) {
    const auto* member = object.if_contains(name);
    return member && member->is_bool() ? std::optional(member->get_bool()) : std::nullopt;
}

std::int64_t numberOf(const json::object& object, std::string_view name) {
    const auto* member = object.if_contains(name);
    return member && member->is_int64() ? member->get_int64() : 0;
}

std::int64_t numberIn(const std::string& text) {
    std::int64_t number = 0;
    for (const char c : text) {
        if (c < '0' || c > '9' || number > 100'000'000'000'000)
            return 0;
        number = number * 10 + (c - '0');
    }
    return number;
}

LeadFilter readFilter(const json::object& object) {
    LeadFilter filter;
    if (const auto result = optionalText(object, "result"))
        filter.result = leadResultFromName(*result);
    filter.hasEmail = optionalFlag(object, "hasEmail");
    filter.hasPhone = optionalFlag(object, "hasPhone");
    if (const auto number = optionalText(object, "orderNumber"))
        if (auto parsedNumber = OrderNumber::parse(*number))
            filter.orderNumber = std::move(*parsedNumber);
    filter.country = optionalText(object, "country");
    filter.deliveredAfter = optionalText(object, "deliveredAfter");
    return filter;
}

std::optional<json::object> manifestOf(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    if (!in)
        return {};
    const std::string text(std::istreambuf_iterator<char>(in), {});
    return parsed(text);
}

/// "leads.csv.manifest.json" -> "leads.csv"; other names as they are.
std::filesystem::path withoutManifest(const std::filesystem::path& path) {
    const std::string end = manifestPathFor({}).string();
    std::string name = path.string();
    if (name.size() > end.size() && name.ends_with(end))
        name.resize(name.size() - end.size());
    return name;
}

json::object factsOf(const json::object& manifest) {
    const auto* facts = manifest.if_contains("facts");
    return facts && facts->is_object() ? facts->get_object() : json::object();
}

} // namespace

std::string filterText(const LeadFilter& filter) {
    json::object object;
    if (filter.result)
        object["result"] = toString(*filter.result);
    if (filter.hasEmail)
        object["hasEmail"] = *filter.hasEmail;
    if (filter.hasPhone)
        object["hasPhone"] = *filter.hasPhone;
    if (filter.orderNumber)
        object["orderNumber"] = filter.orderNumber->str();
    if (filter.country)
        object["country"] = *filter.country;
    if (filter.deliveredAfter)
        object["deliveredAfter"] = *filter.deliveredAfter;
    return json::serialize(object);
}

std::string headText(const ExportHead& head) {
    return json::serialize(
        json::object{{"id", head.id},
                     {"account", head.account},
                     {"filter", parsed(filterText(head.filter))},
                     {"fields", json::array(head.fields.begin(), head.fields.end())},
                     {"since", head.since},
                     {"leadsBefore", head.leadsBefore},
                     {"counted", head.counted},
                     {"erasures", head.erasures}});
}

std::optional<ExportHead> readHead(const std::string& text) {
    const json::object object = parsed(text);
    const auto* fields = object.if_contains("fields");
    const auto* filter = object.if_contains("filter");
    if (!fields || !fields->is_array() || !filter || !filter->is_object())
        return {};
    ExportHead head;
    head.id = textOf(object, "id");
    head.account = textOf(object, "account");
    head.filter = readFilter(filter->get_object());
    for (const json::value& field : fields->get_array())
        if (field.is_string())
            head.fields.emplace_back(field.get_string());
    head.since = textOf(object, "since");
    head.leadsBefore = numberOf(object, "leadsBefore");
    head.counted = numberOf(object, "counted");
    head.erasures = textOf(object, "erasures");
    return head;
}

bool sameExport(const ExportHead& a, const ExportHead& b) {
    return a.account == b.account && filterText(a.filter) == filterText(b.filter) &&
           a.fields == b.fields && a.since == b.since;
}

std::map<std::string, std::string> manifestFacts(const ExportHead& head,
                                                 const LeadBookmark& bookmark) {
    std::map<std::string, std::string> facts{{"kind", kKind},
                                             {"exportId", head.id},
                                             {"account", bookmark.account},
                                             {"filter", filterText(bookmark.filter)},
                                             {"cursor", bookmark.cursor},
                                             {"leadsSoFar", std::to_string(bookmark.leads)},
                                             {"exportedAt", bookmark.exportedAt}};
    if (!head.since.empty())
        facts["since"] = head.since;
    if (!bookmark.erasures.empty())
        facts["erasures"] = bookmark.erasures;
    return facts;
}

std::string exportIdOf(const std::filesystem::path& file) {
    const auto manifest = manifestOf(manifestPathFor(file));
    return manifest ? textOf(factsOf(*manifest), "exportId") : std::string();
}

std::optional<ExportReport> reportFromManifest(const std::filesystem::path& file,
                                               ExportFormat format) {
    const auto manifest = manifestOf(manifestPathFor(file));
    if (!manifest)
        return {};
    ExportReport report;
    report.path = file;
    report.manifest = manifestPathFor(file);
    report.format = format;
    report.rows = static_cast<std::uint64_t>(numberOf(*manifest, "rows"));
    report.bytes = static_cast<std::uint64_t>(numberOf(*manifest, "bytes"));
    report.sha256 = textOf(*manifest, "sha256");
    report.sheets = static_cast<std::uint32_t>(numberOf(*manifest, "sheets"));
    report.cutTexts = static_cast<std::uint64_t>(numberOf(*manifest, "cutTexts"));
    report.repairedTexts = static_cast<std::uint64_t>(numberOf(*manifest, "repairedTexts"));
    report.guardedTexts = static_cast<std::uint64_t>(numberOf(*manifest, "guardedTexts"));
    report.valuesAsText = static_cast<std::uint64_t>(numberOf(*manifest, "valuesAsText"));
    return report;
}

SheetResult<LeadBookmark> readLeadBookmark(const std::filesystem::path& fileOrManifest) {
    const bool named = withoutManifest(fileOrManifest) != fileOrManifest;
    const std::filesystem::path path = named ? fileOrManifest : manifestPathFor(fileOrManifest);
    const auto manifest = manifestOf(path);
    if (!manifest)
        return tl::unexpected(SheetError{SheetErrorCode::NotFound,
                                         {},
                                         {say::manifestNotFound(path.string())},
                                         {say::nameExportWithManifest()},
                                         {}});
    const json::object facts = factsOf(*manifest);
    LeadBookmark bookmark;
    bookmark.files = {path, withoutManifest(path)};
    std::error_code error;
    if (const auto real = std::filesystem::canonical(path, error); !error)
        bookmark.files.insert(bookmark.files.end(), {real, withoutManifest(real)});
    bookmark.account = textOf(facts, "account");
    bookmark.cursor = textOf(facts, "cursor");
    bookmark.leads = numberIn(textOf(facts, "leadsSoFar"));
    bookmark.exportedAt = textOf(facts, "exportedAt");
    bookmark.erasures = textOf(facts, "erasures");
    bookmark.filter = readFilter(parsed(textOf(facts, "filter")));
    if (textOf(facts, "kind") != kKind || bookmark.cursor.empty())
        return tl::unexpected(SheetError{SheetErrorCode::UnsupportedFormat,
                                         {},
                                         {say::noManifestOfLeads(path.string())},
                                         {say::nameLeadExport()},
                                         {}});
    return bookmark;
}

} // namespace leadsheet::app
