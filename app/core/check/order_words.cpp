// SPDX-License-Identifier: Apache-2.0
#include "check/order_wording.hpp"

#include "leadsheet/contract/products.hpp"
#include "leadsheet/messages/order.hpp"
#include "sheet/utf8.hpp"

#include <algorithm>
#include <array>

namespace leadsheet::app {

namespace say = messages::order;

namespace {

constexpr std::size_t kMaxItems = 6;
constexpr std::size_t kShownOfMore = 5; // hiding a single one would save nothing
constexpr std::size_t kItemBytes = 80;
constexpr std::size_t kUrlBytes = 120;
constexpr std::size_t kNoteBytes = 160;

/// Values of closed sets.
constexpr std::array kSetWords = {
    Called{"owner", say::owner},
    Called{"founder", say::founder},
    Called{"c_suite", say::cLevel},
    Called{"partner", say::partner},
    Called{"vp", say::vp},
    Called{"head", say::head},
    Called{"director", say::director},
    Called{"manager", say::manager},
    Called{"senior", say::senior},
    Called{"entry", say::entryLevel},
    Called{"intern", say::intern},
    Called{"executive", say::executiveManagement},
    Called{"engineering", say::engineering},
    Called{"information_technology", say::informationTechnology},
    Called{"product", say::product},
    Called{"design", say::design},
    Called{"marketing", say::marketing},
    Called{"sales", say::sales},
    Called{"customer_success", say::customerSuccess},
    Called{"operations", say::operations},
    Called{"finance", say::finance},
    Called{"human_resources", say::humanResources},
    Called{"legal", say::legal},
    Called{"purchasing", say::purchasing},
    Called{"research", say::research},
    Called{"education", say::education},
    Called{"medical", say::medical},
    Called{"sales_navigator", say::salesNavigator},
    Called{"linkedin", say::linkedin},
    Called{"apollo", say::apollo},
    Called{"other", say::anotherSite},
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
    Clauses(const OrderRequest& order, const text::Wording& wording)
        : order_(order)
        , wording_(wording)
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
        if (all > kMaxItems)
            texts.resize(kShownOfMore);
        for (std::string& text : texts) {
            text = shortened(text, kItemBytes);
            // Its own comma would look like the end of the item.
            if (quoted || text.find(',') != std::string::npos)
                text = quotedText(text);
        }
        if (all > texts.size())
            return text::render(
                say::andMore(joined(texts, ", "), static_cast<std::int64_t>(all - texts.size())),
                wording_);
        return text::render(say::anyOf(std::move(texts)), wording_);
    }

    /// Values of a closed set.
    std::string choices(std::string_view name) {
        std::vector<std::string> words = items(name);
        for (std::string& word : words)
            word = setWord(word);
        return words.empty() ? std::string() : list(std::move(words));
    }

    std::string setWord(const std::string& value) const {
        const Message words = setValueWords(value);
        return words.empty() ? value : text::render(words, wording_);
    }

    std::string plainText(const FieldValue& value) const {
        if (const auto* text = std::get_if<std::string>(&value))
            return *text;
        if (const auto* number = std::get_if<std::int64_t>(&value))
            return wording_.number(*number);
        if (const auto* decimal = std::get_if<Decimal>(&value))
            return wording_.decimal(*decimal);
        if (const auto* flag = std::get_if<bool>(&value))
            return text::render(*flag ? say::yes() : say::no(), wording_);
        if (const auto* texts = std::get_if<std::vector<std::string>>(&value))
            return list(*texts);
        std::vector<std::string> members;
        for (const auto& [name, text] : std::get<std::map<std::string, std::string>>(value))
            members.push_back(shortened(name, kItemBytes) + " = " +
                              quotedText(shortened(text, kItemBytes)));
        return joined(members, ", ");
    }

    void add(const Message& clause) { clauses_.push_back(text::render(clause, wording_)); }
    /// Clauses about one text.
    using About = Message (*)(std::string_view);
    void addList(std::string_view name, About clause, bool quoted = false) {
        if (std::vector<std::string> texts = items(name); !texts.empty())
            add(clause(list(std::move(texts), quoted)));
    }
    void addFlag(std::string_view name, const Message& yes, const Message& no) {
        const FieldValue* const value = take(name);
        if (value == nullptr)
            return;
        const bool* const flag = std::get_if<bool>(value);
        if (flag == nullptr)
            said_.pop_back(); // said with the rest
        else
            add(*flag ? yes : no);
    }
    void addValue(std::string_view name, About clause) {
        if (const FieldValue* const value = take(name))
            add(clause(plainText(*value)));
    }

    bool canHave(std::string_view field) const {
        return product_ != nullptr &&
               std::any_of(product_->fields.begin(), product_->fields.end(),
                           [&](const contract::FieldInfo& info) { return info.name == field; });
    }

    void sayPeople(bool whole) {
        if (const FieldValue* const url = take("searchUrl"))
            add(say::foundBySearch(shortened(plainText(*url), kUrlBytes)));
        if (const std::string source = choices("source"); !source.empty())
            add(say::searchOn(source));
        if (std::vector<std::string> titles = items("jobTitles"); !titles.empty())
            clauses_.push_back(list(std::move(titles)));
        else if (whole && canHave("jobTitles"))
            add(say::anyJobTitle());
        addList("categories", say::businessesOfKind);
        if (const std::string levels = choices("seniorities"); !levels.empty())
            add(say::ofSeniority(levels));
        if (const std::string departments = choices("departments"); !departments.empty())
            add(say::inDepartment(departments));
    }

    void sayCompanies() {
        addList("domains", say::atCompaniesNamed);
        std::vector<std::string> pages = items("linkedinUrls");
        for (std::string& page : pages)
            page = withoutScheme(page);
        if (!pages.empty())
            add(say::atCompaniesOfPages(list(std::move(pages))));
        addList("seedDomains", say::atCompaniesLike);
        const auto industries = items("industries");
        const auto sizes = items("companySizes");
        if (!industries.empty() && !sizes.empty())
            add(say::atCompaniesOfSize(list(industries), list(sizes)));
        else if (!industries.empty())
            add(say::atCompanies(list(industries)));
        else if (!sizes.empty())
            add(say::atCompaniesWithEmployees(list(sizes)));
        addList("technologies", say::usesTechnology);
        addList("keywords", say::describedWith, true);
    }

    void sayPlaces() {
        const FieldValue* const radius = take("radiusKm");
        std::vector<std::string> places = items("locations");
        if (places.empty()) {
            if (radius != nullptr)
                add(say::withinKm(plainText(*radius)));
            return;
        }
        const std::string end = takeCommonEnd(places);
        std::string where = list(std::move(places));
        if (!end.empty())
            where += " (" + shortened(end, kItemBytes) + ")";
        if (radius != nullptr)
            add(say::withinKmOf(plainText(*radius), where));
        else
            add(say::inPlace(where));
    }

    void sayLimits() {
        addValue("minRating", say::ratedAtLeast);
        addFlag("hasWebsite", say::withWebsite(), say::withoutWebsite());
        addValue("maxPerCompany", say::atMostPerCompany);
        addFlag("requireEmail", say::withEmail(), say::emailOptional());
        addFlag("requirePhone", say::withPhone(), say::phoneOptional());
    }

    void sayExclusions() {
        addList("excludeDomains", say::notAt);
        addFlag("excludeOwned", say::notOwned(), say::ownedToo());
    }

    void sayHandling() {
        addFlag("autoDeliver", say::deliveredAutomatically(), say::notDeliveredAutomatically());
        if (const FieldValue* const reference = take("externalRef"))
            add(say::withReference(quotedText(shortened(plainText(*reference), kItemBytes))));
        addValue("metadata", say::marked);
        if (const FieldValue* const notes = take("notes"))
            add(say::withNote(quotedText(shortened(plainText(*notes), kNoteBytes))));
    }

    // A field that nobody put into words yet is said by its title.
    void sayRest() {
        for (const auto& [name, value] : order_.fields) {
            if (take(name) == nullptr)
                continue;
            const contract::FieldInfo* const info = product_ != nullptr
                                                        ? contract::findField(*product_, name)
                                                        : contract::findCommonField(name);
            clauses_.push_back((info == nullptr ? name : wording_.title(info->title)) + ": " +
                               shortened(plainText(value), kNoteBytes));
        }
    }

    const OrderRequest& order_;
    const text::Wording& wording_;
    const contract::ProductInfo* product_;
    std::vector<std::string> clauses_;
    std::vector<std::string> said_;
};

} // namespace

Message setValueWords(std::string_view value) {
    return calledAs(kSetWords, value);
}

Message calledAs(std::span<const Called> known, std::string_view name) {
    const auto found = std::find_if(known.begin(), known.end(),
                                    [&](const Called& called) { return called.name == name; });
    return found == known.end() ? Message() : found->words();
}

std::string joined(const std::vector<std::string>& texts, std::string_view separator) {
    std::string all;
    for (const std::string& text : texts)
        all += (all.empty() ? std::string() : std::string(separator)) + text;
    return all;
}

std::vector<std::string> orderClauses(const OrderRequest& order, const text::Wording& wording,
                                      bool whole) {
    return Clauses(order, wording).make(whole);
}

std::string orderWords(const OrderRequest& order, const text::Wording& wording) {
    const std::vector<std::string> clauses = orderClauses(order, wording, true);
    const std::string leads = text::render(say::leads(order.leadCount), wording);
    std::string words = clauses.empty() ? leads : leads + ": " + joined(clauses, ", ");
    return words.ends_with('.') ? words : words + "."; // "in the U.S."
}

std::string rowWords(std::string_view tab, std::int64_t row, const OrderRequest& order,
                     const text::Wording& wording) {
    const std::string words = orderWords(order, wording);
    return text::render(
        tab.empty() ? say::rowOrders(row, words) : say::rowOfTabOrders(row, tab, words), wording);
}

std::string orderShape(const OrderRequest& order) {
    std::string shape = order.product;
    for (const auto& [name, value] : order.fields)
        if (!isEmpty(value))
            shape += '|' + name;
    return shape;
}

} // namespace leadsheet::app
