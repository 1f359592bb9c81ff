// SPDX-License-Identifier: Apache-2.0
#include "map/vocabulary.hpp"

#include "leadsheet/app/fields.hpp"
#include "text/json_text.hpp"
#include "text/names.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>

namespace leadsheet::app {
namespace {

namespace json = boost::json;
using Names = std::unordered_map<std::string, std::string>;

constexpr std::size_t kShortestNear = 6;   // below, one changed letter makes another word
constexpr std::size_t kShortestProven = 4; // below, even where cells have to agree

std::string_view find(const Names& names, const std::string& key) {
    const auto found = names.find(key);
    return found == names.end() ? std::string_view() : std::string_view(found->second);
}

// {"meaning": names, ...} into name -> meaning. A name that is taken stays as it was.
void addNames(Names& names, const json::object& meanings, const std::string& prefix) {
    for (const auto& [meaning, spellings] : meanings) {
        const std::string value(meaning);
        names.emplace(prefix + plainName(value), value);
        forEachText(spellings, [&](std::string_view spelling) {
            names.emplace(prefix + plainName(spelling), value);
        });
    }
}

constexpr std::array<std::pair<std::string_view, WordKind>, 31> kWordLists = {{
    {"negation", WordKind::Negation},   {"afterNegation", WordKind::AfterNegation},
    {"others", WordKind::Others},       {"company", WordKind::Company},
    {"person", WordKind::Person},       {"count", WordKind::Count},
    {"leads", WordKind::Leads},         {"lead", WordKind::Lead},
    {"quantity", WordKind::Quantity},   {"wanted", WordKind::Wanted},
    {"plain", WordKind::Plain},         {"areas", WordKind::Area},
    {"tools", WordKind::Tool},          {"businesses", WordKind::Businesses},
    {"optional", WordKind::Optional},   {"least", WordKind::Least},
    {"most", WordKind::Most},           {"remarks", WordKind::Remark},
    {"operators", WordKind::Operator},  {"email", WordKind::Email},
    {"phone", WordKind::Phone},         {"include", WordKind::Include},
    {"rowMarks", WordKind::RowMark},    {"customers", WordKind::Customer},
    {"ideal", WordKind::Ideal},         {"address", WordKind::Address},
    {"limits", WordKind::Limit},        {"progress", WordKind::Progress},
    {"rest", WordKind::Rest},           {"dealtWith", WordKind::DealtWith},
    {"dealtWhen", WordKind::DealtWhen},
}};

constexpr std::array<std::pair<std::string_view, PlacePart>, 5> kPlaceLists = {{
    {"city", PlacePart::City},
    {"district", PlacePart::District},
    {"region", PlacePart::Region},
    {"country", PlacePart::Country},
    {"postcode", PlacePart::Postcode},
}};

// Fields whose names keep their meaning with other words around and in another order. The others
// are phrases, of which a part means something else.
bool isMadeOfWords(std::string_view target) {
    return isOneOf(target, {"industries", "jobTitles", "locations", "seniorities", "departments",
                            "keywords", "companySizes", "categories", "domains", "linkedinUrls",
                            "searchUrl", "technologies", "excludeDomains", "seedDomains"});
}

constexpr char kCountMark[] = "#";
constexpr char kCompanyMark[] = "@";

} // namespace

class Vocabulary::Reader {
public:
    Reader(const json::object& root, Vocabulary& result)
        : root_(root)
        , result_(result) {}

    void read() {
        // Words first: what a name is without them decides its core.
        readWords();
        readTargets();
        readPlainLists();
    }

private:
    void readWords() {
        const auto* words = objectIn(root_, "words");
        if (words == nullptr)
            return;
        for (const auto& [name, kind] : kWordLists)
            if (const auto* list = words->if_contains(name))
                forEachText(*list, [&, bit = static_cast<std::uint32_t>(kind)](
                                       std::string_view text) { addWord(text, bit); });
        if (const auto* negation = words->if_contains("negation"))
            if (const auto* stems = negation->as_object().if_contains("stems"))
                forEachText(*stems, [&](std::string_view stem) {
                    result_.stems_.push_back(plainName(stem));
                });
        if (const auto* prefixes = words->if_contains("prefixes"))
            forEachText(*prefixes, [&](std::string_view text) {
                result_.words_[plainName(text)] |=
                    static_cast<std::uint32_t>(WordKind::CompoundPart);
            });
        if (const auto* fixed = words->if_contains("fixed"))
            forEachText(*fixed,
                        [&](std::string_view text) { result_.fixed_.insert(plainName(text)); });
    }

    void addWord(std::string_view text, std::uint32_t bit) {
        const auto words = plainWords(text);
        if (bit == static_cast<std::uint32_t>(WordKind::Negation) && !words.empty())
            result_.denialStarts_.insert(words.front());
        if (words.size() == 1)
            result_.words_[words.front()] |= bit;
        else if (bit == static_cast<std::uint32_t>(WordKind::Negation))
            result_.negationPhrases_.insert(plainName(text));
    }

    void readTargets() {
        if (const auto* weak = objectIn(root_, "weak"))
            for (const auto& [target, names] : *weak)
                forEachText(names, [&, name = std::string(target)](std::string_view text) {
                    auto& targets = result_.weak_[plainName(text)];
                    if (findTarget(name) &&
                        std::find(targets.begin(), targets.end(), name) == targets.end())
                        targets.push_back(name);
                });
        for (const TargetField& field : allTargets()) {
            addTarget(field.name, field.name);
            if (field.info != nullptr)
                addTarget(field.info->title, field.name);
        }
        if (const auto* places = objectIn(root_, "placeParts"))
            for (const auto& [name, part] : kPlaceLists)
                if (const auto* list = places->if_contains(name))
                    forEachText(*list, [&, kind = part](std::string_view text) {
                        result_.places_.emplace(plainName(text), kind);
                        addTarget(text, "locations");
                    });
        if (const auto* targets = objectIn(root_, "targets"))
            for (const auto& [target, names] : *targets)
                forEachText(names, [&, name = std::string(target)](std::string_view text) {
                    addTarget(text, name);
                });
    }

    void addTarget(std::string_view name, const std::string& target) {
        const std::string plain = plainName(name);
        if (plain.empty() || result_.weak_.contains(plain))
            return;
        if (!result_.targets_.emplace(plain, target).second)
            return;
        if (plain.size() >= kShortestProven) {
            auto& names = plain.size() >= kShortestNear ? result_.near_ : result_.nearShort_;
            names.emplace(plain, plain);
            for (std::size_t i = 0; i < plain.size(); ++i)
                names.emplace(plain.substr(0, i) + plain.substr(i + 1), plain);
        }
        if (!isMadeOfWords(target))
            return;
        const auto words = plainWords(name);
        const std::string core = result_.coreOf(words);
        // What means little alone means it only of a company: "Target company size".
        const bool ofCompany = result_.isAny(words, WordKind::Company);
        const bool phrase = target == "excludeDomains" || target == "seedDomains";
        if (phrase && core.find(' ') == std::string::npos)
            return;
        if (!result_.weak_.contains(core))
            addCore(core, target);
        else if (ofCompany && target == "companySizes")
            addCore(kCompanyMark + (" " + core), target);
        if (target == "companySizes" && !core.empty() && !core.starts_with(kCountMark))
            addCore(kCountMark + (" " + core), target);
    }

    void addCore(const std::string& core, const std::string& target) {
        if (core.empty() || core == kCountMark)
            return;
        const auto [entry, fresh] = result_.cores_.emplace(core, target);
        if (!fresh && entry->second != target)
            entry->second.clear();
    }

    void readPlainLists() {
        if (const auto* noField = objectIn(root_, "noField"))
            for (const auto& [name, meaning] :
                 {std::pair("narrows", NoField::Narrows), std::pair("other", NoField::Other),
                  std::pair("spending", NoField::Spending)})
                if (const auto* list = noField->if_contains(name))
                    forEachText(*list, [&, kind = meaning](std::string_view text) {
                        result_.noField_.emplace(plainName(text), kind);
                    });
        if (const auto* cells = objectIn(root_, "cells"))
            for (const auto& [name, list] : *cells)
                forEachText(list, [&, key = std::string(name)](std::string_view text) {
                    result_.cells_[key].insert(plainName(text));
                    if (key == "denial")
                        result_.denialStarts_.insert(plainName(text));
                });
        for (const auto& product : contract::kProducts) {
            result_.products_.emplace(plainName(product.id), product.id);
            result_.products_.emplace(plainName(product.title), product.id);
        }
        if (const auto* products = objectIn(root_, "products"))
            addNames(result_.products_, *products, "");
        if (const auto* values = objectIn(root_, "values"))
            for (const auto& [field, meanings] : *values)
                if (const auto* object = meanings.if_object())
                    addNames(result_.values_, *object, std::string(field) + "/");
        if (const auto* guesses = objectIn(root_, "guesses"))
            for (const auto& [field, meanings] : *guesses)
                if (const auto* object = meanings.if_object())
                    for (const auto& [member, words] : *object)
                        forEachText(words, [&, prefix = std::string(field) + "/",
                                            meant = std::string(member)](std::string_view word) {
                            result_.guesses_.emplace(prefix + plainName(word), meant);
                        });
        if (const auto* totals = root_.if_contains("totals"))
            forEachText(*totals,
                        [&](std::string_view text) { result_.totals_.insert(plainName(text)); });
    }

    const json::object& root_;
    Vocabulary& result_;
};

const Vocabulary& Vocabulary::builtIn() {
    static const Vocabulary vocabulary = [] {
        std::string text;
        for (const std::string_view part : kVocabularyJson)
            text += part;
        return fromJson(text).value_or(Vocabulary());
    }();
    return vocabulary;
}

std::optional<Vocabulary> Vocabulary::fromJson(std::string_view text) {
    json::error_code error;
    const json::value document = json::parse(text, error);
    const auto* root = error ? nullptr : document.if_object();
    if (root == nullptr)
        return std::nullopt;
    Vocabulary result;
    Reader(*root, result).read();
    return result;
}

std::string_view Vocabulary::target(const std::string& plainHeader) const {
    return find(targets_, plainHeader);
}

const std::vector<std::string>& Vocabulary::weakTargets(const std::string& plainHeader) const {
    static const std::vector<std::string> none;
    const auto found = weak_.find(plainHeader);
    return found == weak_.end() ? none : found->second;
}

PlacePart Vocabulary::placePart(const std::string& plainHeader) const {
    const auto found = places_.find(plainHeader);
    return found == places_.end() ? PlacePart::None : found->second;
}

std::string_view Vocabulary::targetOfCore(const std::vector<std::string>& words) const {
    const std::string core = coreOf(words);
    const bool ofCompany = isAny(words, WordKind::Company);
    const auto target = ofCompany ? find(cores_, kCompanyMark + (" " + core)) : std::string_view();
    return target.empty() ? find(cores_, core) : target;
}

std::string Vocabulary::coreOf(const std::vector<std::string>& words) const {
    std::vector<std::string> core;
    bool counts = false;
    for (const std::string& word : words) {
        counts = counts || is(word, WordKind::Count);
        if (!is(word, WordKind::Count | WordKind::Plain | WordKind::Wanted | WordKind::Company |
                          WordKind::Person))
            core.push_back(word);
    }
    std::sort(core.begin(), core.end());
    std::string text = counts ? kCountMark : "";
    for (const std::string& word : core)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string_view Vocabulary::nearName(const Near& names, const std::string& plainHeader) const {
    std::string_view name;
    const auto look = [&](const std::string& key) {
        const auto [from, to] = names.equal_range(key);
        for (auto entry = from; entry != to; ++entry) {
            if (editDistance(plainHeader, entry->second) > 1)
                continue;
            if (!name.empty() && target(std::string(name)) != target(entry->second))
                return false;
            name = entry->second;
        }
        return true;
    };
    bool one = look(plainHeader);
    for (std::size_t i = 0; one && i < plainHeader.size(); ++i)
        one = look(plainHeader.substr(0, i) + plainHeader.substr(i + 1));
    return one ? name : std::string_view();
}

std::string_view Vocabulary::nearTarget(const std::string& plainHeader) const {
    if (plainHeader.size() < kShortestNear)
        return {};
    return target(std::string(nearName(near_, plainHeader)));
}

std::string_view Vocabulary::nearShortName(const std::string& plainHeader) const {
    if (plainHeader.size() + 1 < kShortestProven || plainHeader.size() > kShortestNear)
        return {};
    return nearName(nearShort_, plainHeader);
}

NoField Vocabulary::noField(const std::string& plainHeader) const {
    const auto found = noField_.find(plainHeader);
    return found == noField_.end() ? NoField::No : found->second;
}

bool Vocabulary::is(const std::string& word, WordKind kind) const {
    const auto found = words_.find(word);
    const std::uint32_t kinds = found == words_.end() ? 0 : found->second;
    if ((kinds & static_cast<std::uint32_t>(kind)) != 0)
        return true;
    return kind == WordKind::Negation &&
           std::any_of(stems_.begin(), stems_.end(),
                       [&](const std::string& stem) { return word.starts_with(stem); });
}

bool Vocabulary::isAny(const std::vector<std::string>& words, WordKind kind) const {
    return std::any_of(words.begin(), words.end(),
                       [&](const std::string& word) { return is(word, kind); });
}

bool Vocabulary::isNegationPhrase(const std::string& joined) const {
    return negationPhrases_.contains(joined);
}

std::vector<std::string> Vocabulary::words(WordKind kind) const {
    std::vector<std::string> found;
    for (const auto& [word, kinds] : words_)
        if ((kinds & static_cast<std::uint32_t>(kind)) != 0)
            found.push_back(word);
    return found;
}

const std::unordered_set<std::string>& Vocabulary::cellWords(std::string_view list) const {
    static const std::unordered_set<std::string> none;
    const auto found = cells_.find(std::string(list));
    return found == cells_.end() ? none : found->second;
}

bool Vocabulary::isCellWord(std::string_view list, const std::string& plainText) const {
    return cellWords(list).contains(plainText);
}

std::string_view Vocabulary::product(const std::string& plainText) const {
    return find(products_, plainText);
}

std::string_view Vocabulary::value(std::string_view field, const std::string& plainText) const {
    return find(values_, std::string(field) + "/" + plainText);
}

std::vector<std::string> Vocabulary::guessedValues(std::string_view field,
                                                   const std::string& plainText) const {
    std::vector<std::string> members;
    const auto [from, to] = guesses_.equal_range(std::string(field) + "/" + plainText);
    for (auto guess = from; guess != to; ++guess)
        members.push_back(guess->second);
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    return members;
}

std::string_view Vocabulary::nearValue(std::string_view field, const std::string& plainText) const {
    constexpr std::size_t kShortest = 5; // below, one changed letter makes another word
    constexpr std::size_t kLongest = 40;
    if (plainText.size() < kShortest || plainText.size() > kLongest)
        return {};
    const std::string prefix = std::string(field) + "/";
    std::string_view near;
    for (const auto& [name, member] : values_) {
        if (!name.starts_with(prefix) || name.size() < prefix.size() + kShortest ||
            editDistance(std::string_view(name).substr(prefix.size()), plainText) > 1)
            continue;
        if (!near.empty() && near != member)
            return {};
        near = member;
    }
    return near;
}

} // namespace leadsheet::app
