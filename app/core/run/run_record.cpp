// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/run_record.hpp"

#include "leadsheet/messages/sheet.hpp"
#include "leadsheet/try.hpp"

#include <algorithm>
#include <boost/json.hpp>
#include <pwd.h>
#include <unistd.h>

namespace leadsheet::app {

namespace say = messages::sheet;

namespace {

namespace json = boost::json;

constexpr std::string_view kDropped = "droppedUnlessApproved";
constexpr std::size_t kPersonBytes = 16'384;

std::string textMember(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_string() ? std::string(value->as_string()) : std::string();
}

bool flagMember(const json::object& object, std::string_view name) {
    const json::value* value = object.if_contains(name);
    return value != nullptr && value->is_bool() && value->as_bool();
}

/// The name under which the person works on this computer; empty when it has none.
std::string personHere() {
    std::vector<char> space(kPersonBytes);
    passwd entry{};
    passwd* found = nullptr;
    if (::getpwuid_r(::getuid(), &entry, space.data(), space.size(), &found) != 0 ||
        found == nullptr)
        return {};
    return found->pw_name;
}

std::vector<std::string> textsMember(const json::object& object, std::string_view name) {
    std::vector<std::string> texts;
    const json::value* list = object.if_contains(name);
    if (list != nullptr && list->is_array())
        for (const json::value& text : list->get_array())
            if (text.is_string())
                texts.emplace_back(text.get_string());
    return texts;
}

std::vector<RecordedTab> tabsOf(const json::object& object) {
    std::vector<RecordedTab> tabs;
    const json::value* list = object.if_contains("tabs");
    if (list == nullptr || !list->is_array())
        return tabs;
    for (const json::value& item : list->get_array()) {
        const json::object* tab = item.if_object();
        if (tab == nullptr)
            continue;
        json::error_code error;
        const json::value* row = tab->if_contains("headerRow");
        tabs.push_back({textMember(*tab, "name"),
                        row == nullptr ? 0 : row->to_number<std::uint32_t>(error),
                        textMember(*tab, "map")});
    }
    return tabs;
}

SheetResult<std::size_t> indexOf(const RunRecord& record, const std::string& tab,
                                 std::span<const SheetInfo> sheets) {
    for (std::size_t i = 0; i < sheets.size(); ++i)
        if (sheets[i].name == tab)
            return i;
    // The tab of a text file is the file, which may have another name now.
    if (record.tabs.size() == 1 && sheets.size() == 1)
        return std::size_t{0};
    SheetError error;
    error.code = SheetErrorCode::NoSuchSheet;
    error.reason = {say::runTabGone(tab)};
    error.wayOut = {say::restoreTabName()};
    return tl::unexpected(error);
}

} // namespace

RunRecord recordOf(const std::filesystem::path& sheet, const SheetCheck& check,
                   const SheetEdits* edits) {
    RunRecord record;
    record.sheet = sheet.string();
    for (const CheckedTab& tab : check.tabs())
        record.tabs.push_back({tab.name, tab.header.row.value_or(0), mapToJson(tab.map)});
    record.decisions = check.state().decisions;
    if (edits != nullptr && edits->size() > 0) {
        record.editsJson = edits->toJson();
        record.correctedBy = personHere();
    }
    return record;
}

std::string sheetShape(const SheetCheck& check) {
    std::string shape;
    for (const CheckedTab& tab : check.tabs())
        // The tab of a text file is the file, which may have any name.
        shape += (check.tabs().size() > 1 ? tab.name : std::string()) + "/" +
                 headerSignature(tab.map.headers) + "\n";
    return shape;
}

void describeSheet(submit::RunSpec& spec, const SheetCheck& check,
                   const std::filesystem::path& file) {
    std::error_code ignored;
    spec.sourceSha256 = check.sha256();
    spec.sheetShape = sheetShape(check);
    for (const SheetInfo& tab : check.source().sheets())
        if (std::none_of(check.tabs().begin(), check.tabs().end(),
                         [&](const CheckedTab& read) { return read.name == tab.name; }))
            spec.unreadTabs.push_back(tab.name);
    if (!file.empty())
        spec.sourcePath = std::filesystem::weakly_canonical(file, ignored).string();
}

std::string toJson(const RunRecord& record) {
    json::array tabs;
    for (const RecordedTab& tab : record.tabs)
        tabs.push_back(
            json::object{{"name", tab.name}, {"headerRow", tab.headerRow}, {"map", tab.mapJson}});
    // All of them: what is left out today may be decided otherwise by a later version.
    json::object reading;
    for (const SourceMatterInfo& info : sourceMatters())
        reading[info.name] = record.decisions.word(info.matter);
    json::object object{{"sheet", record.sheet},         {"tabs", std::move(tabs)},
                        {"encoding", record.encoding},   {"delimiter", record.delimiter},
                        {"reading", std::move(reading)}, {"keepDuplicates", record.keepDuplicates}};
    if (record.droppedUnlessApproved)
        object[kDropped] = true;
    if (!record.editsJson.empty())
        object["edits"] = record.editsJson;
    if (!record.correctedBy.empty())
        object["correctedBy"] = record.correctedBy;
    if (!record.writtenSha256.empty())
        object["written"] = json::array(record.writtenSha256.begin(), record.writtenSha256.end());
    if (!record.folderId.empty())
        object["folder"] = record.folderId;
    return json::serialize(object);
}

std::optional<RunRecord> runRecordFromJson(const std::string& text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const json::object* object = error ? nullptr : document.if_object();
    if (object == nullptr)
        return std::nullopt;
    RunRecord record;
    record.sheet = textMember(*object, "sheet");
    record.tabs = tabsOf(*object);
    record.encoding = textMember(*object, "encoding");
    record.delimiter = textMember(*object, "delimiter");
    record.editsJson = textMember(*object, "edits");
    record.correctedBy = textMember(*object, "correctedBy");
    record.writtenSha256 = textsMember(*object, "written");
    record.folderId = textMember(*object, "folder");
    record.keepDuplicates = flagMember(*object, "keepDuplicates");
    record.droppedUnlessApproved = flagMember(*object, kDropped);
    if (const json::value* reading = object->if_contains("reading");
        reading != nullptr && reading->is_object())
        for (const SourceMatterInfo& info : sourceMatters())
            if (!record.decisions.stateWord(info.matter,
                                            textMember(reading->get_object(), info.name)))
                return std::nullopt;
    if (record.tabs.empty() || record.sheet.empty())
        return std::nullopt;
    return record;
}

std::optional<RunRecord> recordOf(const submit::RunInfo& run) {
    return runRecordFromJson(run.spec.options);
}

bool isSheetOf(const submit::RunInfo& run, const RunRecord& record, const std::string& sha256) {
    const auto& written = record.writtenSha256;
    return sha256 == run.spec.sourceSha256 ||
           std::find(written.begin(), written.end(), sha256) != written.end();
}

SheetResult<std::optional<char>> delimiterNamed(const std::string& text) {
    if (text.empty())
        return std::nullopt;
    if (text == "comma")
        return ',';
    if (text == "semicolon")
        return ';';
    if (text == "tab" || text == "\\t")
        return '\t';
    if (text == "pipe")
        return '|';
    if (text.size() == 1)
        return text.front();
    SheetError error;
    error.code = SheetErrorCode::InvalidOption;
    error.reason = {say::delimiterUnknown()};
    return tl::unexpected(error);
}

SheetResult<CheckOptions> checkOptionsOf(const RunRecord& record, std::stop_token stop) {
    CheckOptions options;
    LEADSHEET_TRY(const auto delimiter, delimiterNamed(record.delimiter));
    options.sheet.delimiter = delimiter;
    if (!record.encoding.empty())
        options.sheet.encoding = record.encoding;
    options.decisions = record.decisions;
    if (!record.editsJson.empty()) {
        LEADSHEET_TRY(auto edits, SheetEdits::fromJson(record.editsJson));
        options.edits = std::make_shared<const SheetEdits>(std::move(edits));
    }
    LEADSHEET_TRY(const auto source, openSheet(record.sheet, options.sheet, stop));
    for (const RecordedTab& tab : record.tabs) {
        LEADSHEET_TRY(const auto index, indexOf(record, tab.name, source->sheets()));
        LEADSHEET_TRY(auto map, mapFromJson(tab.mapJson));
        if (&tab == &record.tabs.front()) {
            options.sheetIndex = index;
            options.headerRow = tab.headerRow;
            options.map = std::move(map);
        } else {
            options.moreTabs.push_back({index, tab.headerRow, std::move(map)});
        }
    }
    return options;
}

} // namespace leadsheet::app
