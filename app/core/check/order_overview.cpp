// SPDX-License-Identifier: Apache-2.0
#include "check/order_wording.hpp"

#include "leadsheet/contract/products.hpp"
#include "leadsheet/messages/order.hpp"
#include "text/names.hpp"

#include <boost/json.hpp>

#include <algorithm>
#include <array>

namespace leadsheet::app {

namespace say = messages::order;

namespace {

namespace json = boost::json;
using contract::FieldInfo;
using contract::FieldKind;
using contract::ProductInfo;

constexpr std::string_view kPlaces = "locations";
constexpr std::string_view kTitles = "jobTitles";

/// "No row names ..."
constexpr std::array kNamings = {
    Called{"locations", say::aPlace},          Called{"jobTitles", say::aJobTitle},
    Called{"seniorities", say::aSeniority},    Called{"departments", say::aDepartment},
    Called{"industries", say::anIndustry},     Called{"companySizes", say::aCompanySize},
    Called{"technologies", say::aTechnology},  Called{"keywords", say::aKeyword},
    Called{"radiusKm", say::aRadius},          Called{"minRating", say::aRating},
    Called{"hasWebsite", say::whetherWebsite}, Called{"maxPerCompany", say::maximumPerCompany},
};

bool isNeeded(const ProductInfo& product, std::string_view name) {
    const auto any = trimmedParts(product.requiredAny, "|");
    return std::find(any.begin(), any.end(), name) != any.end();
}

bool has(const OrderRequest& order, std::string_view field) {
    return order.fields.contains(field);
}

std::optional<FieldValue> valueOf(const json::value& value, const FieldInfo* field) {
    if (value.is_bool())
        return value.get_bool();
    if (value.is_string())
        return std::string(value.get_string());
    if (const auto* array = value.if_array()) {
        std::vector<std::string> texts;
        for (const json::value& item : *array) {
            if (!item.is_string())
                return std::nullopt;
            texts.emplace_back(item.get_string());
        }
        return texts;
    }
    if (const auto* object = value.if_object()) {
        std::map<std::string, std::string> members;
        for (const auto& member : *object) {
            if (!member.value().is_string())
                return std::nullopt;
            members[std::string(member.key())] = std::string(member.value().get_string());
        }
        return members;
    }
    if (!value.is_number())
        return std::nullopt;
    if (value.is_int64() && (field == nullptr || field->kind != FieldKind::Decimal))
        return value.get_int64();
    if (field == nullptr)
        return std::nullopt;
    // Boost keeps decimals as binary fractions; the scale of the field says which was meant.
    double scaled = value.to_number<double>();
    for (int place = 0; place < field->scale; ++place)
        scaled *= 10;
    return Decimal{static_cast<std::int64_t>(scaled + (scaled < 0 ? -0.5 : 0.5)), field->scale};
}

} // namespace

std::optional<OrderRequest> orderOfBody(std::string_view canonicalBody) {
    json::error_code error;
    const json::value body = json::parse(canonicalBody, error);
    if (error || !body.is_object())
        return std::nullopt;
    OrderRequest order;
    const ProductInfo* product = nullptr;
    if (const json::value* id = body.get_object().if_contains("scrapingOption");
        id != nullptr && id->is_string())
        product = contract::findProduct(std::string_view(id->get_string()));
    if (product == nullptr)
        return std::nullopt;
    order.product = std::string(product->id);
    for (const auto& member : body.get_object()) {
        const std::string name(member.key());
        if (name == "scrapingOption")
            continue;
        if (name == "leadCount") {
            if (member.value().is_int64())
                order.leadCount = member.value().get_int64();
            continue;
        }
        auto value = valueOf(member.value(), contract::findField(*product, name));
        if (!value)
            return std::nullopt;
        order.fields[name] = *std::move(value);
    }
    return order;
}

void OrderOverview::add(const OrderRequest& order) {
    if (orders_++ == 0)
        first_ = order;
    ++products_[order.product];
    sameCount_ = sameCount_ && order.leadCount == first_.leadCount;
    anybody_ += !has(order, kTitles) && !has(order, "seniorities") && !has(order, "departments");
    for (const auto& [name, value] : order.fields) {
        const auto [found, fresh] = fields_.try_emplace(name, Use{0, value, true});
        Use& use = found->second;
        ++use.orders;
        use.same = use.same && (fresh || use.value == value);
    }
}

std::string OrderOverview::common(const text::Wording& wording) const {
    if (orders_ == 0)
        return {};
    if (orders_ == 1)
        return orderWords(first_, wording);
    OrderRequest shared;
    shared.product = products_.size() == 1 ? first_.product : std::string();
    for (const auto& [name, use] : fields_)
        if (use.same && use.orders == orders_)
            shared.fields[name] = use.value;
    std::vector<std::string> clauses = orderClauses(shared, wording, false);
    if (sameCount_)
        clauses.insert(clauses.begin(), text::render(say::leadsEach(first_.leadCount), wording));
    if (clauses.empty())
        return text::render(say::nothingInCommon(), wording);
    const std::string words = joined(clauses, ", ");
    return text::render(orders_ == 2 ? say::bothRows(words) : say::allRows(orders_, words),
                        wording);
}

std::vector<OrderOverview::Gap> OrderOverview::gaps() const {
    std::vector<Gap> gaps;
    for (const ProductInfo& product : contract::kProducts) {
        const auto used = products_.find(product.id);
        if (used == products_.end())
            continue;
        for (const FieldInfo& field : product.fields) {
            if (field.required || isNeeded(product, field.name) || field.name == "source")
                continue;
            const auto known = std::find_if(
                gaps.begin(), gaps.end(), [&](const Gap& gap) { return gap.field == field.name; });
            if (known != gaps.end())
                known->of += used->second;
            else
                gaps.push_back({std::string(field.name), 0, used->second});
        }
    }
    for (Gap& gap : gaps) {
        const auto use = fields_.find(gap.field);
        gap.without = gap.of - (use == fields_.end() ? 0 : use->second.orders);
        // A product that needs the field has it in every row.
        for (const auto& [id, count] : products_) {
            const ProductInfo* const product = contract::findProduct(id);
            const FieldInfo* const own =
                product == nullptr ? nullptr : contract::findField(*product, gap.field);
            if (own != nullptr && (own->required || isNeeded(*product, gap.field)))
                gap.without += count;
        }
    }
    std::erase_if(gaps, [](const Gap& gap) { return gap.without <= 0; });
    return gaps;
}

std::vector<std::string> OrderOverview::warnings(const text::Wording& wording) const {
    std::vector<std::string> lines;
    for (const Gap& gap : gaps()) {
        if (gap.without * 2 <= gap.of)
            continue;
        if (gap.field == kPlaces) {
            lines.push_back(text::render(gap.everywhere()
                                             ? say::noRowNamesPlace()
                                             : say::rowsNameNoPlace(gap.without, gap.of),
                                         wording));
        } else if (gap.field == kTitles) {
            std::vector<Message> line{gap.everywhere() ? say::noRowNamesTitle()
                                                       : say::rowsNameNoTitle(gap.without, gap.of)};
            // Rows of products without titles do not count here.
            const std::int64_t others = orders_ - gap.of;
            if (const std::int64_t open = anybody_ - others; open > 0)
                line.push_back(open == gap.without ? say::anyoneMayBeDelivered()
                                                   : say::anyoneInSomeRows(open));
            lines.push_back(text::render(line, wording));
        }
    }
    return lines;
}

std::vector<std::string> OrderOverview::remarks(const text::Wording& wording) const {
    std::vector<std::string> never;
    std::vector<std::string> sometimes;
    for (const Gap& gap : gaps()) {
        const bool warned =
            gap.without * 2 > gap.of && (gap.field == kPlaces || gap.field == kTitles);
        if (warned)
            continue;
        const Message words = calledAs(kNamings, gap.field);
        std::string title = gap.field;
        for (const ProductInfo& product : contract::kProducts)
            if (const FieldInfo* const field = contract::findField(product, gap.field))
                title = wording.title(field->title);
        if (gap.everywhere())
            never.push_back(words.empty() ? title : text::render(words, wording));
        else
            sometimes.push_back(
                text::render(say::missingInRows(title, gap.without, gap.of), wording));
    }
    std::vector<std::string> lines;
    if (!never.empty())
        lines.push_back(text::render(say::noRowNames(never), wording));
    if (!sometimes.empty())
        lines.push_back(text::render(say::notInEveryRow(joined(sometimes, ", ")), wording));
    return lines;
}

} // namespace leadsheet::app
