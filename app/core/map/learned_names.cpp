// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/app/learned_names.hpp"

#include "leadsheet/app/fields.hpp"
#include "leadsheet/messages/map.hpp"
#include "map/map_spec.hpp"
#include "sheet/byte_stream.hpp"
#include "text/names.hpp"
#include "write/atomic_file.hpp"

#include <boost/json.hpp>

namespace leadsheet::app {

namespace say = messages::map;

namespace {

namespace json = boost::json;

constexpr int kVersion = 1;
constexpr std::uint64_t kLargestFile = 4ULL << 20;

std::string meaningKey(std::string_view target, std::string_view text) {
    return std::string(target) + "/" + lowerCase(trimmed(text));
}

} // namespace

SheetResult<LearnedNames> LearnedNames::load(const std::filesystem::path& file) {
    LearnedNames learned;
    const auto content = readSmallFile(file, kLargestFile);
    if (!content) {
        if (content.error().code == SheetErrorCode::NotFound)
            return learned;
        return tl::unexpected(content.error());
    }
    json::error_code error;
    const json::value document = json::parse(*content, error);
    const json::object* root = error ? nullptr : document.if_object();
    const json::value* version = root == nullptr ? nullptr : root->if_contains("leadsheetNames");
    const json::value* names = root == nullptr ? nullptr : root->if_contains("names");
    if (version == nullptr || !version->is_int64() || version->get_int64() != kVersion ||
        names == nullptr || !names->is_object())
        return tl::unexpected(
            mapInvalid(say::learnedNamesNotUnderstood(file.string()), say::deleteLearnedNames()));
    for (const auto& [name, target] : names->get_object())
        // A field that no longer exists is forgotten.
        if (target.is_string() &&
            (target.get_string() == kLeftOut || findTarget(std::string_view(target.get_string()))))
            learned.targets_.insert_or_assign(std::string(name), std::string(target.get_string()));
    if (const auto* meanings = root->if_contains("meanings"); meanings && meanings->is_object())
        for (const auto& [text, meaning] : meanings->get_object())
            if (meaning.is_string())
                learned.meanings_.insert_or_assign(std::string(text),
                                                   std::string(meaning.get_string()));
    return learned;
}

SheetResult<void> LearnedNames::save(const std::filesystem::path& file) const {
    json::object names;
    for (const auto& [name, target] : targets_)
        names[name] = target;
    json::object meanings;
    for (const auto& [text, meaning] : meanings_)
        meanings[text] = meaning;
    const json::object document{{"leadsheetNames", kVersion},
                                {"names", std::move(names)},
                                {"meanings", std::move(meanings)}};
    return AtomicFile::save(file, json::serialize(document));
}

bool LearnedNames::remember(const std::string& header, std::string_view target) {
    const std::string name = plainName(header);
    if (name.empty() || (targets_.size() >= kMaxLearnedNames && !targets_.contains(name)))
        return false;
    const auto [entry, fresh] = targets_.try_emplace(name, target);
    if (fresh)
        return true;
    return std::exchange(entry->second, std::string(target)) != target;
}

bool LearnedNames::learn(const ColumnMap& map) {
    bool news = false;
    for (const ColumnRule& rule : map.columns)
        // A reference is a statement about one sheet's values, never about a name.
        if (rule.why == given() && rule.target != kReferenceTarget) {
            news = remember(rule.header, rule.target) || news;
            for (const JoinedColumn& joined : rule.with)
                news = remember(joined.header, rule.target) || news;
        }
    news = learnMeanings(map) || news;
    for (const std::uint32_t column : map.ignored)
        if (column < map.headers.size())
            news = remember(map.headers[column], kLeftOut) || news;
    return news;
}

bool LearnedNames::learnMeanings(const ColumnMap& map) {
    bool news = false;
    for (const ColumnRule& rule : map.columns)
        for (const Transform& step : rule.transforms) {
            if (!step.saysMeaning())
                continue;
            std::string key = meaningKey(rule.target, step.first);
            if (meanings_.size() >= kMaxLearnedMeanings && !meanings_.contains(key))
                continue;
            const auto [entry, fresh] = meanings_.try_emplace(std::move(key), step.second);
            if (fresh || std::exchange(entry->second, step.second) != step.second)
                news = true;
        }
    return news;
}

bool LearnedNames::unlearnMeanings(const ColumnMap& was, const ColumnMap& now) {
    LearnedNames said;
    said.learnMeanings(was);
    LearnedNames still;
    still.learnMeanings(now);
    bool news = false;
    for (const auto& [text, meaning] : said.meanings_) {
        const auto known = meanings_.find(text);
        if (still.meanings_.contains(text) || known == meanings_.end() || known->second != meaning)
            continue;
        meanings_.erase(known);
        news = true;
    }
    return news;
}

std::optional<std::string> LearnedNames::meaningOf(std::string_view target,
                                                   std::string_view text) const {
    const auto found = meanings_.find(meaningKey(target, text));
    return found == meanings_.end() ? std::nullopt : std::optional(found->second);
}

std::string_view LearnedNames::targetFor(std::string_view header) const {
    const auto found = targets_.find(plainName(header));
    return found == targets_.end() ? std::string_view() : std::string_view(found->second);
}

} // namespace leadsheet::app
