// SPDX-License-Identifier: Apache-2.0
#include "leadsheet/model/order_request.hpp"

#include "json/decoder.hpp"
#include "json/text.hpp"

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <string_view>
#include <utility>
#include <vector>

namespace leadsheet {
namespace {

using Members = std::vector<std::pair<std::string_view, std::string>>; ///< name -> JSON

constexpr std::array<std::string_view, 6> kReserved = {
    "scrapingOption", "leadCount", "quoteId", "maxPrice", "duplicates", "acknowledgeDuplicateOf"};

std::string jsonText(std::string_view text) {
    std::string out;
    detail::appendJsonString(out, text);
    return out;
}

/// Sorted by name.
std::string join(Members members) {
    std::sort(members.begin(), members.end(),
              [](const auto& one, const auto& other) { return one.first < other.first; });
    std::string out = "{";
    for (const auto& [name, json] : members) {
        if (out.size() > 1)
            out += ',';
        detail::appendJsonString(out, name);
        out += ':';
        out += json;
    }
    return out + '}';
}

struct ToJson {
    std::string operator()(const std::string& text) const { return jsonText(text); }
    std::string operator()(std::int64_t number) const { return std::to_string(number); }
    std::string operator()(bool flag) const { return flag ? "true" : "false"; }
    std::string operator()(const Decimal& decimal) const { return decimal.toString(); }
    std::string operator()(const std::vector<std::string>& list) const {
        std::string out = "[";
        for (const std::string& text : list) {
            if (out.size() > 1)
                out += ',';
            detail::appendJsonString(out, text);
        }
        return out + ']';
    }
    std::string operator()(const std::map<std::string, std::string>& map) const {
        Members members;
        for (const auto& [name, text] : map)
            members.emplace_back(name, jsonText(text));
        return join(std::move(members));
    }
};

Members membersOf(const OrderRequest& request) {
    Members members{{"scrapingOption", jsonText(request.product)},
                    {"leadCount", std::to_string(request.leadCount)}};
    for (const auto& [name, value] : request.fields)
        if (std::find(kReserved.begin(), kReserved.end(), name) == kReserved.end())
            members.emplace_back(name, std::visit(ToJson{}, value));
    return members;
}

} // namespace

OrderRequest OrderRequest::of(ProductKind product, std::int64_t leadCount) {
    return {std::string(contract::nameOf(product)), leadCount, {}};
}

OrderRequest& OrderRequest::with(OrderField field, FieldValue value) {
    fields.insert_or_assign(std::string(contract::nameOf(field)), std::move(value));
    return *this;
}

OrderRequest& OrderRequest::with(OrderField field, std::initializer_list<std::string> values) {
    return with(field, FieldValue(std::vector<std::string>(values)));
}

std::string canonicalBody(const OrderRequest& request) {
    return join(membersOf(request));
}

OrderBody OrderBody::of(const OrderRequest& request, const std::optional<QuoteId>& quote,
                        const std::optional<Money>& maxPrice, const DuplicateGuard& duplicates) {
    Members members = membersOf(request);
    if (quote)
        members.emplace_back("quoteId", jsonText(quote->str()));
    if (maxPrice)
        members.emplace_back("maxPrice", join({{"amount", std::to_string(maxPrice->amount)},
                                               {"currency", jsonText(maxPrice->currency)}}));
    if (duplicates.refuse)
        members.emplace_back("duplicates", jsonText("refuse"));
    if (!duplicates.acknowledged.empty())
        members.emplace_back("acknowledgeDuplicateOf", ToJson{}(duplicates.acknowledged));
    return OrderBody(join(std::move(members)));
}

Result<OrderBody> OrderBody::fromBytes(std::string bytes) {
    boost::json::error_code error;
    const auto value = boost::json::parse(bytes, error);
    if (error || !value.is_object())
        return failure(localError(ErrorCode::InvalidArgument,
                                  "The stored order is damaged: it is not a JSON object."));
    return OrderBody(std::move(bytes));
}

} // namespace leadsheet
