// SPDX-License-Identifier: Apache-2.0
#include "check/order_wording.hpp"

#include "leadsheet/app/display.hpp"
#include "leadsheet/contract/products.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {
namespace {

constexpr std::size_t kMostItems = 6;
constexpr std::size_t kShownOfMore = 5; // hiding a single one would save nothing
constexpr std::size_t kItemBytes = 80;
constexpr std::size_t kUrlBytes = 120;
constexpr std::size_t kNoteBytes = 160;

/// Values of closed sets.
constexpr std::array kSetWords = {
    Called{"owner", "owner"},
    Called{"founder", "founder"},
    Called{"c_suite", "C-level"},
    Called{"partner", "partner"},
    Called{"vp", "VP"},
    Called{"head", "head"},
    Called{"director", "director"},
    Called{"manager", "manager"},
    Called{"senior", "senior"},
    Called{"entry", "entry level"},
    Called{"intern", "intern"},
    Called{"executive", "executive management"},
    Called{"engineering", "engineering"},
    Called{"information_technology", "information technology"},
    Called{"product", "product"},
    Called{"design", "design"},
    Called{"marketing", "marketing"},
    Called{"sales", "sales"},
    Called{"customer_success", "customer success"},
    Called{"operations", "operations"},
    Called{"finance", "finance"},
    Called{"human_resources", "human resources"},
    Called{"legal", "legal"},
    Called{"purchasing", "purchasing"},
    Called{"research", "research"},
    Called{"education", "education"},
    Called{"medical", "medical"},
    Called{"sales_navigator", "Sales Navigator"},
    Called{"linkedin", "LinkedIn"},
    Called{"apollo", "Apollo"},
    Called{"other", "another site"},
};

/// One line, at most so long, and whole up to its end when it says nothing else.
std::string shortened(std::string_view text, std::size_t bytes) {
    std::string line;
    for (const char c : text)
        line += static_cast<unsigned char>(c) < 0x20 || c == 0x7f ? ' ' : c;
    if (line.size() <= bytes)
        return line;
    return std::string(utf8Prefix(line, bytes)) + "…";
}

std::string withoutScheme(std::string_view url) {
    for (const std::string_view start : {"https://", "http://", "www."})
        if (url.starts_with(start))
            url.remove_prefix(start.size());
    return std::string(url);
}

std::string quotedText(const std::string& text) {
    return "\"" + text + "\"";
}

bool isEmpty(const FieldValue& value) {
    if (const auto* text = std::get_if<std::string>(&value))
        return text->empty();
    if (const auto* list = std::get_if<std::vector<std::string>>(&value))
        return list->empty();
    const auto* members = std::get_if<std::map<std::string, std::string>>(&value);
    return members != nullptr && members->empty();
}

/// "Munich, Germany" and "Berlin, Germany" are "Munich or Berlin (Germany)". With different ends
/// nobody could tell where a place ends, so each is left whole.
std::string takeCommonEnd(std::vector<std::string>& places) {
    std::string end;
    for (const std::string& place : places) {
        const auto comma = place.find(", ");
        if (comma == std::string::npos || comma == 0)
            return {};
        const std::string own = place.substr(comma + 2);
        if (own.empty() || (!end.empty() && own != end))
            return {};
        end = own;
    }
    for (std::string& place : places)
        place.resize(place.find(", "));
    return end;
}

/// The clauses of one order, one after the other; what was said is not said again.
class Clauses {
public:
    Clauses(const OrderRequest& order, const OrderLanguage& language)
        : order_(order)
        , language_(language)
        , product_(contract::findProduct(order.product)) {}

    std::vector<std::string> make(bool whole) {
        sayPeople(whole);
        sayCompanies();
        sayPlaces();
        sayLimits();
        sayExclusions();
        sayHandling();
        sayRest();
        return std::move(clauses_);
    }

private:
    const FieldValue* take(std::string_view name) {
        const auto found = order_.fields.find(name);
        if (found == order_.fields.end() || isEmpty(found->second) ||
            std::find(said_.begin(), said_.end(), name) != said_.end())
            return nullptr;
        said_.emplace_back(name);
        return &found->second;
    }

    std::vector<std::string> items(std::string_view name) {
        const FieldValue* const value = take(name);
        if (value == nullptr)
            return {};
        if (const auto* list = std::get_if<std::vector<std::string>>(value))
            return *list;
        return {plainText(*value)};
    }

    std::string list(std::vector<std::string> texts, bool quoted = false) const {
        const std::size_t all = texts.size();
        if (all > kMostItems)
            texts.resize(kShownOfMore);
        for (std::string& text : texts) {
            text = shortened(text, kItemBytes);
            // Its own comma would look like the end of the item.
            if (quoted || text.find(',') != std::string::npos)
                text = quotedText(text);
        }
        if (all > texts.size())
            return wording(language_, "%1 and %2 more",
                           {joined(texts, ", "),
                            language_.number(static_cast<std::int64_t>(all - texts.size()))});
        return listedOr(language_, texts);
    }

    /// Values of a closed set.
    std::string choices(std::string_view name) {
        std::vector<std::string> words = items(name);
        for (std::string& word : words)
            word = setWord(word);
        return words.empty() ? std::string() : list(std::move(words));
    }

    std::string setWord(const std::string& value) const {
        const char* const words = calledAs(kSetWords, value);
        return words == nullptr ? value : language_.say(words);
    }

    std::string plainText(const FieldValue& value) const {
        if (const auto* text = std::get_if<std::string>(&value))
            return *text;
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return language_.number(*number);
        if (const auto* decimal = std::get_if<Decimal>(&value))
            return language_.decimal(*decimal);
        if (const auto* flag = std::get_if<bool>(&value))
            return language_.say(*flag ? "yes" : "no");
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
            return list(*texts);
        std::vector<std::string> members;
        for (const auto& [name, text] : std::get<std::map<std::string, std::string>>(value))
            members.push_back(shortened(name, kItemBytes) + " = " +
                              quotedText(shortened(text, kItemBytes)));
        return joined(members, ", ");
    }

    void add(const char* english, const std::vector<std::string>& places) {
        clauses_.push_back(wording(language_, english, places));
    }
    void addList(std::string_view name, const char* english, bool quoted = false) {
        if (std::vector<std::string> texts = items(name); !texts.empty())
            add(english, {list(std::move(texts), quoted)});
    }
    void addFlag(std::string_view name, const char* yes, const char* no) {
        const FieldValue* const value = take(name);
        if (value == nullptr)
            return;
        const bool* const flag = std::get_if<bool>(value);
        if (flag == nullptr)
            said_.pop_back(); // said with the rest
        else
            add(*flag ? yes : no, {});
    }
    void addValue(std::string_view name, const char* english) {
        if (const FieldValue* const value = take(name))
            add(english, {plainText(*value)});
    }

    bool canHave(std::string_view field) const {
        return product_ != nullptr &&
               std::any_of(product_->fields.begin(), product_->fields.end(),
                           [&](const contract::FieldInfo& info) { return info.name == field; });
    }

    void sayPeople(bool whole) {
        if (const FieldValue* const url = take("searchUrl"))
            add("people found by the search %1", {shortened(plainText(*url), kUrlBytes)});
        if (const std::string source = choices("source"); !source.empty())
            add("a search on %1", {source});
        if (std::vector<std::string> titles = items("jobTitles"); !titles.empty())
            clauses_.push_back(list(std::move(titles)));
        else if (whole && canHave("jobTitles"))
            add("people with any job title", {});
        addList("categories", "local businesses of the kind %1");
        if (const std::string levels = choices("seniorities"); !levels.empty())
            add("of seniority %1", {levels});
        if (const std::string departments = choices("departments"); !departments.empty())
            add("in the %1 department", {departments});
    }

    void sayCompanies() {
        addList("domains", "at %1");
        std::vector<std::string> pages = items("linkedinUrls");
        for (std::string& page : pages)
            page = withoutScheme(page);
        if (!pages.empty())
            add("at the companies of the LinkedIn pages %1", {list(std::move(pages))});
        addList("seedDomains", "at companies like %1");
        const auto industries = items("industries");
        const auto sizes = items("companySizes");
        if (!industries.empty() && !sizes.empty())
            add("at %1 companies of %2 employees", {list(industries), list(sizes)});
        else if (!industries.empty())
            add("at %1 companies", {list(industries)});
        else if (!sizes.empty())
            add("at companies of %1 employees", {list(sizes)});
        addList("technologies", "whose company uses %1");
        addList("keywords", "whose company is described with %1", true);
    }

    void sayPlaces() {
        const FieldValue* const radius = take("radiusKm");
        std::vector<std::string> places = items("locations");
        if (places.empty()) {
            if (radius != nullptr)
                add("within %1 km", {plainText(*radius)});
            return;
        }
        const std::string end = takeCommonEnd(places);
        std::string where = list(std::move(places));
        if (!end.empty())
            where += " (" + shortened(end, kItemBytes) + ")";
        if (radius != nullptr)
            add("within %1 km of %2", {plainText(*radius), where});
        else
            add("in %1", {where});
    }

    void sayLimits() {
        addValue("minRating", "rated at least %1");
        addFlag("hasWebsite", "with a website", "without a website");
        addValue("maxPerCompany", "at most %1 from one company");
        addFlag("requireEmail", "with e-mail", "with or without e-mail");
        addFlag("requirePhone", "with phone", "with or without phone");
    }

    void sayExclusions() {
        addList("excludeDomains", "but not at %1");
        addFlag("excludeOwned", "but no leads that the account owns already",
                "also leads that the account owns already");
    }

    void sayHandling() {
        addFlag("autoDeliver", "delivered automatically", "not delivered automatically");
        if (const FieldValue* const reference = take("externalRef"))
            add("with the reference %1",
                {quotedText(shortened(plainText(*reference), kItemBytes))});
        addValue("metadata", "marked %1");
        if (const FieldValue* const notes = take("notes"))
            add("with the note %1", {quotedText(shortened(plainText(*notes), kNoteBytes))});
    }

    // A field that nobody put into words yet is said by its title.
    void sayRest() {
        for (const auto& [name, value] : order_.fields) {
            if (take(name) == nullptr)
                continue;
            const contract::FieldInfo* const info = product_ != nullptr
                                                        ? contract::findField(*product_, name)
                                                        : contract::findCommonField(name);
            clauses_.push_back((info == nullptr ? name : language_.title(info->title)) + ": " +
                               shortened(plainText(value), kNoteBytes));
        }
    }

    const OrderRequest& order_;
    const OrderLanguage& language_;
    const contract::ProductInfo* product_;
    std::vector<std::string> clauses_;
    std::vector<std::string> said_;
};

std::string counted(const OrderLanguage& language, std::int64_t leads) {
    return wording(language, leads == 1 ? "%1 lead" : "%1 leads", {language.number(leads)});
}

} // namespace

std::string OrderLanguage::say(const char* english) const {
    return english;
}

std::string OrderLanguage::number(std::int64_t value) const {
    return displayNumber(value);
}

std::string OrderLanguage::decimal(const Decimal& value) const {
    return value.toString();
}

std::string OrderLanguage::title(std::string_view english) const {
    return std::string(english);
}

const OrderLanguage& inEnglish() {
    static const OrderLanguage english;
    return english;
}

const char* calledAs(std::span<const Called> known, std::string_view name) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Called& one) { return one.name == name; });
    return found == known.end() ? nullptr : found->words;
}

// In one pass: what is filled in may hold a %1 of its own.
std::string wording(const OrderLanguage& language, const char* english,
                    const std::vector<std::string>& places) {
    const std::string text = language.say(english);
    std::string words;
    for (std::size_t at = 0; at < text.size(); ++at) {
        const auto place = text[at] == '%' && at + 1 < text.size()
                               ? static_cast<std::size_t>(text[at + 1] - '0')
                               : 0;
        if (place < 1 || place > places.size()) {
            words += text[at];
            continue;
        }
        words += places[place - 1];
        ++at;
    }
    return words;
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? std::string() : std::string(separator)) + text;
    return all;
}

std::string listedOr(const OrderLanguage& language, std::vector<std::string> texts) {
    if (texts.empty())
        return {};
    const std::string last = std::move(texts.back());
    texts.pop_back();
    return texts.empty() ? last : wording(language, "%1 or %2", {joined(texts, ", "), last});
}

std::vector<std::string> orderClauses(const OrderRequest& order, const OrderLanguage& language,
                                      bool whole) {
    return Clauses(order, language).make(whole);
}

std::string orderWords(const OrderRequest& order, const OrderLanguage& language) {
    const std::vector<std::string> clauses = orderClauses(order, language, true);
    const std::string leads = counted(language, order.leadCount);
    return (clauses.empty() ? leads : leads + ": " + joined(clauses, ", ")) + ".";
}

std::string rowWords(std::string_view tab, std::int64_t row, const OrderRequest& order,
                     const OrderLanguage& language) {
    const std::string number = std::to_string(row); // as it stands beside the row
    const std::string words = orderWords(order, language);
    return tab.empty() ? wording(language, "Row %1 orders %2", {number, words})
                       : wording(language, "Row %1 of tab \"%2\" orders %3",
                                 {number, std::string(tab), words});
}

std::string orderShape(const OrderRequest& order) {
    std::string shape = order.product;
    for (const auto& [name, value] : order.fields)
        if (!isEmpty(value))
            shape += '|' + name;
    return shape;
}

} // namespace leadsheet::app
